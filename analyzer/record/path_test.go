package record_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What may be called in the path of a Read, besides what is declared here and is
// held to the same: all of it returns at once and allocates nothing.
var (
	harmless = []string{"len", "cap", "copy", "min", "max", "int", "int64", "uint", "uint64", "byte"}
	atomics  = []string{"Load", "Store", "Add", "Swap", "CompareAndSwap"}
	clock    = []string{"time.Since", "time.Duration"}
	wrapped  = "t.in.Read" // what is recorded
)

// pathFaults walks the functions of a package that are reachable from those whose
// names are given and returns what is in them that could wait or allocate.
func pathFaults(files []*ast.File, fset *token.FileSet, from ...string) (faults, reached []string) {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	// Other packages are not looked into: what is called there goes by its name.
	config := types.Config{Importer: nowhere{}, Error: func(error) {}}
	config.Check("record", fset, files, info) //nolint:errcheck // it cannot be clean without imports
	bodies := map[types.Object]*ast.FuncDecl{}
	var next []types.Object
	for _, f := range files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			obj := info.Defs[fn.Name]
			bodies[obj] = fn
			if slices.Contains(from, receiver(fn)+fn.Name.Name) {
				next = append(next, obj)
			}
		}
	}
	for i := 0; i < len(next); i++ {
		fn := bodies[next[i]]
		reached = append(reached, receiver(fn)+fn.Name.Name)
		fault := func(n ast.Node, what string) {
			faults = append(faults, fmt.Sprintf("%v: %s in %s", fset.Position(n.Pos()), what, fn.Name.Name))
		}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt, *ast.DeferStmt, *ast.SelectStmt, *ast.SendStmt, *ast.FuncLit, *ast.RangeStmt:
				fault(n, fmt.Sprintf("%T", n))
			case *ast.UnaryExpr:
				if n.Op == token.ARROW || n.Op == token.AND {
					fault(n, n.Op.String())
				}
			case *ast.BasicLit:
				if n.Kind == token.STRING {
					fault(n, "a string")
				}
			case *ast.CompositeLit:
				if _, named := n.Type.(*ast.Ident); !named {
					fault(n, "a slice or map")
				}
			case *ast.CallExpr:
				name, last := calls(n.Fun)
				obj := info.Uses[last]
				switch _, ours := bodies[obj]; {
				case ours:
					if !slices.Contains(next, obj) {
						next = append(next, obj)
					}
				case name == wrapped || slices.Contains(clock, name) || name == last.Name && slices.Contains(harmless, name):
				case name != last.Name && slices.Contains(atomics, last.Name):
				default:
					fault(n, "a call of "+name)
				}
			}
			return true
		})
	}
	return faults, reached
}

// nowhere finds no package.
type nowhere struct{}

func (nowhere) Import(path string) (*types.Package, error) {
	return nil, fmt.Errorf("%s is not looked into", path)
}

// receiver is the type that a method is of, and a point.
func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return ""
	}
	t := fn.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	return t.(*ast.Ident).Name + "."
}

// calls is the name of what is called, and the last part of it.
func calls(fun ast.Expr) (name string, last *ast.Ident) {
	switch fun := fun.(type) {
	case *ast.Ident:
		return fun.Name, fun
	case *ast.SelectorExpr:
		before, _ := calls(fun.X)
		return before + "." + fun.Sel.Name, fun.Sel
	}
	return fmt.Sprintf("%T", fun), &ast.Ident{}
}

func TestNothingReachableFromReadWaits(t *testing.T) {
	fset := token.NewFileSet()
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	faults, reached := pathFaults(files, fset, "reader.Read", "Recorder.Parsed", "Recorder.HandedOff", "Recorder.Held", "Recorder.Released", "Recorder.Row")
	for _, fault := range faults {
		t.Error(fault)
	}
	for _, name := range []string{"reader.Read", "Recorder.called", "Recorder.returned", "Recorder.row", "Recorder.account", "Recorder.drop", "Recorder.tell", "ring.read", "ring.add", "ring.show", "Recorder.now"} {
		if !slices.Contains(reached, name) {
			t.Errorf("%s is not reached", name)
		}
	}
}

func TestPathThatWaitsIsFound(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"t.mu.Lock()", "t.mu.Lock"},
		{"time.Sleep(1)", "time.Sleep"},
		{"t.c <- 1", "SendStmt"},
		{"<-t.c", "<-"},
		{"select { case t.c <- 1: }", "SelectStmt"},
		{"os.Stderr.Write(p)", "os.Stderr.Write"},
		{"t.file.Write(p)", "t.file.Write"},
		{"fmt.Fprintln(w)", "fmt.Fprintln"},
		{"p = append(p, 1)", "append"},
		{"p = make([]byte, 1)", "make"},
		{"go t.help()", "GoStmt"},
		{"t.help()", "runtime.Gosched in help"},
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "x.go", "package x\ntype T struct{}\nfunc (t *T) Read(p []byte) {\n"+c.body+"\n}\nfunc (t *T) help() { runtime.Gosched() }\n", 0)
		if err != nil {
			t.Fatal(err)
		}
		if faults, _ := pathFaults([]*ast.File{f}, fset, "T.Read"); !strings.Contains(strings.Join(faults, "\n"), c.want) {
			t.Errorf("%s: found %q", c.body, faults)
		}
	}
}
