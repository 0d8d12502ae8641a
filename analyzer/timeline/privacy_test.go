package timeline_test

import (
	"reflect"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Whatever is shared is made from a Timeline alone, so no field of it, however
// deep, may be able to hold a byte of the stream or free text.
func TestATimelineCannotHoldPayload(t *testing.T) {
	var walk func(path string, typ reflect.Type, inSlice bool)
	walk = func(path string, typ reflect.Type, inSlice bool) {
		switch typ.Kind() {
		case reflect.Struct:
			for i := range typ.NumField() {
				walk(path+"."+typ.Field(i).Name, typ.Field(i).Type, false)
			}
		case reflect.Slice, reflect.Array:
			walk(path+"[]", typ.Elem(), true)
		case reflect.Pointer:
			walk(path+"*", typ.Elem(), false)
		case reflect.Bool, reflect.Int, reflect.Int64, reflect.Uint16, reflect.Uint32:
			if inSlice && typ.Size() == 1 {
				t.Errorf("%s is a slice of bytes", path)
			}
		default:
			t.Errorf("%s is a %v, which can hold payload or text", path, typ)
		}
	}
	walk("Timeline", reflect.TypeFor[timeline.Timeline](), false)
}
