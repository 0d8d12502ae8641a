//go:build !js

package chinese_test

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// texts collects the texts that can be read where expressions end up.
type texts struct {
	*source
	found map[string]string // text, where
	seen  map[any]bool
}

// from follows an expression of type string back to the literals that it is
// made of. What is joined, or formatted, is one text with holes; what fills the
// holes is texts of its own.
func (x *texts) from(e ast.Expr, where string) {
	if x.seen[e] {
		return
	}
	x.seen[e] = true
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.ADD {
		x.add(x.joined(b, where), where)
		return
	}
	if _, ok := e.(*ast.Ident); ok && x.info.Types[e].Value != nil {
		x.add(x.joined(e, where), where)
		return
	}
	if v := x.info.Types[e].Value; v != nil && v.Kind() == constant.String {
		x.add(constant.StringVal(v), where)
		return
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		x.from(e.X, where)
	case *ast.Ident, *ast.SelectorExpr:
		x.assigned(x.object(e), where)
	case *ast.IndexExpr:
		if lit, ok := e.Index.(*ast.BasicLit); ok && lit.Kind == token.INT {
			if call, ok := e.X.(*ast.CallExpr); ok {
				n, _ := strconv.Atoi(lit.Value)
				x.result(call, n, where)
				return
			}
		}
		x.from(e.X, where)
	case *ast.SliceExpr:
		x.from(e.X, where)
	case *ast.CompositeLit:
		if strings.HasSuffix(x.info.Types[e].Type.String(), "diagnose.Catalogue") {
			return // sentences
		}
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			x.from(elt, where)
		}
	case *ast.CallExpr:
		x.result(e, 0, where)
	}
}

// joined is a sum of strings, with a hole for each that is not known.
func (x *texts) joined(e ast.Expr, where string) string {
	if name, ok := e.(*ast.Ident); ok {
		if isCommand(name.Name) {
			return "%s"
		}
		if obj := x.object(name); x.info.Types[e].Value != nil && len(x.set[obj]) == 1 {
			return x.joined(x.set[obj][0], where)
		}
	}
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.ADD {
		return x.joined(b.X, where) + x.joined(b.Y, where)
	}
	if v := x.info.Types[e].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	if call, ok := e.(*ast.CallExpr); ok && x.is(call, "fmt.Sprintf") {
		return x.format(call, where)
	}
	x.from(e, where)
	return "%s"
}

// isCommand reports whether a constant of that name is a command line, which is
// the same in all languages.
func isCommand(name string) bool {
	return strings.HasSuffix(strings.ToLower(name), "howto") || name == "tsharkHTTP2"
}

// is reports whether a call is of a function of that full name.
func (x *texts) is(call *ast.CallExpr, names ...string) bool {
	f, ok := x.object(call.Fun).(*types.Func)
	return ok && slices.Contains(names, f.FullName())
}

func (x *texts) format(call *ast.CallExpr, where string) string {
	for _, arg := range call.Args[1:] {
		x.from(arg, where)
	}
	if inner, ok := call.Args[0].(*ast.CallExpr); ok { // fmt.Sprintf(t("…"), …)
		x.from(inner, where)
		return ""
	}
	return x.joined(call.Args[0], where)
}

// result follows what a call returns at a place.
func (x *texts) result(call *ast.CallExpr, at int, where string) {
	switch {
	case x.is(call, "fmt.Sprintf", "fmt.Errorf"):
		x.add(x.format(call, where), where)
		return
	case x.is(call, "errors.New", "strings.TrimPrefix", "strings.TrimSuffix"):
		x.from(call.Args[0], where)
		return
	}
	f, ok := x.object(call.Fun).(*types.Func)
	if !ok || f.Name() == "String" || x.seen[[2]any{f, at}] { // what has a String is a code
		return
	}
	x.seen[[2]any{f, at}] = true
	for _, r := range x.returns[f] {
		switch {
		case len(r.Results) == 0:
			x.assigned(f.Signature().Results().At(at), where)
		case len(r.Results) == 1 && at > 0:
			if inner, ok := r.Results[0].(*ast.CallExpr); ok {
				x.result(inner, at, where)
			}
		default:
			x.from(r.Results[at], where)
		}
	}
}

func (x *texts) assigned(obj types.Object, where string) {
	if obj == nil || x.seen[obj] || isCommand(obj.Name()) || strings.HasSuffix(strings.ToLower(obj.Name()), "names") { // commands, codes
		return
	}
	x.seen[obj] = true
	for _, e := range x.set[obj] {
		x.from(e, where)
	}
}

func (x *texts) add(text, where string) {
	if says(text) {
		x.found[text] = where
	}
}

// sinks are the parameters and fields whose strings people read.
var sinks = []string{"read", "want", "english", "Read", "Want"}

// collect follows all strings that people read.
func (s *source) collect() map[string]string {
	x := &texts{source: s, found: map[string]string{}, seen: map[any]bool{}}
	for obj, values := range s.set {
		v, ok := obj.(*types.Var)
		if !ok || !slices.Contains(sinks, obj.Name()) || obj.Pkg() == nil || !strings.HasPrefix(obj.Pkg().Path()+"/", module) {
			continue
		}
		if b, ok := v.Type().Underlying().(*types.Basic); !ok || b.Kind() != types.String {
			if slice, ok := v.Type().(*types.Slice); !ok || slice.Elem().String() != "string" {
				continue
			}
		}
		for _, e := range values {
			x.from(e, fmt.Sprint(obj.Pkg().Path(), ".", obj.Name()))
		}
	}
	for _, f := range s.files {
		if f.Name.Name == "static" || f.Name.Name == "shared" { // make the page, and fail where that is built
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			switch {
			case !ok:
			case x.is(call, "errors.New", "fmt.Errorf"):
				x.from(call, "an error")
			case x.is(call, module+"ui.count"):
				what := strings.ReplaceAll(constantOf(s, call.Args[1]), " ", "_")
				if what != "" {
					x.add("{n "+what+" "+what+"s}", "a count")
				}
			}
			return true
		})
	}
	return x.found
}

func constantOf(s *source, e ast.Expr) string {
	if v := s.info.Types[e].Value; v != nil {
		return constant.StringVal(v)
	}
	return ""
}
