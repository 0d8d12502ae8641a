//go:build !js

package chinese_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/heldbytes/heldbytes/"

// source is the program's packages with their types, and what each variable,
// field, parameter and result is ever set to.
type source struct {
	info    *types.Info
	files   []*ast.File
	set     map[types.Object][]ast.Expr
	returns map[types.Object][]*ast.ReturnStmt // of a function
	bodies  map[types.Object]*ast.FuncType
}

// load type-checks what the patterns name for a target, from the sources of this
// module and the export data of all others.
func load(t *testing.T, env []string, patterns ...string) *source {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export,Standard"}, patterns...)...)
	cmd.Env, cmd.Dir = append(cmd.Environ(), env...), "../../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", cmd, err)
	}
	fset := token.NewFileSet()
	exports, ours := map[string]string{}, map[string]*types.Package{}
	std := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	s := &source{
		info: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{},
		},
		set: map[types.Object][]ast.Expr{}, returns: map[types.Object][]*ast.ReturnStmt{},
	}
	config := types.Config{Importer: importing(func(path string) (*types.Package, error) {
		if p := ours[path]; p != nil {
			return p, nil
		}
		return std.Import(path)
	})}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath, Dir, Export string
			GoFiles                 []string
			Standard                bool
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(p.ImportPath, module) {
			exports[p.ImportPath] = p.Export
			continue
		}
		var files []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		if ours[p.ImportPath], err = config.Check(p.ImportPath, fset, files, s.info); err != nil {
			t.Fatal(err)
		}
		s.files = append(s.files, files...)
	}
	for _, f := range s.files {
		s.follow(f)
	}
	return s
}

type importing func(path string) (*types.Package, error)

func (f importing) Import(path string) (*types.Package, error) { return f(path) }

// follow notes what everything in a file is set to.
func (s *source) follow(f *ast.File) {
	var in []types.Object // functions around
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				in = append(in, s.info.Defs[n.Name])
				s.results(n.Type, in[len(in)-1])
				ast.Inspect(n.Body, visit)
				in = in[:len(in)-1]
			}
			return false
		case *ast.FuncLit: // what it returns is nobody's
			in = append(in, nil)
			ast.Inspect(n.Body, visit)
			in = in[:len(in)-1]
			return false
		case *ast.ReturnStmt:
			if len(in) > 0 && in[len(in)-1] != nil {
				s.returns[in[len(in)-1]] = append(s.returns[in[len(in)-1]], n)
			}
		case *ast.AssignStmt:
			s.assign(n.Lhs, n.Rhs)
		case *ast.ValueSpec:
			var left []ast.Expr
			for _, name := range n.Names {
				left = append(left, name)
			}
			s.assign(left, n.Values)
		case *ast.RangeStmt:
			if n.Value != nil {
				s.assign([]ast.Expr{n.Value}, []ast.Expr{n.X})
			}
		case *ast.CallExpr:
			s.call(n)
		case *ast.CompositeLit:
			s.composite(n)
		}
		return true
	}
	ast.Inspect(f, visit)
}

// results ties named results to what they are set to by name.
func (s *source) results(*ast.FuncType, types.Object) {}

func (s *source) assign(left, right []ast.Expr) {
	for i, l := range left {
		obj := s.object(l)
		switch {
		case obj == nil:
		case len(left) == len(right):
			s.set[obj] = append(s.set[obj], right[i])
		case len(right) == 1: // of several results
			s.set[obj] = append(s.set[obj], &ast.IndexExpr{X: right[0], Index: &ast.BasicLit{Kind: token.INT, Value: strconv.Itoa(i)}})
		}
	}
}

// object is the variable or field that an expression names.
func (s *source) object(e ast.Expr) types.Object {
	switch e := e.(type) {
	case *ast.Ident:
		if d := s.info.Defs[e]; d != nil {
			return d
		}
		return s.info.Uses[e]
	case *ast.SelectorExpr:
		return s.info.Uses[e.Sel]
	case *ast.IndexExpr:
		return s.object(e.X)
	case *ast.ParenExpr:
		return s.object(e.X)
	}
	return nil
}

// signature is that of the called function, if it is one.
func (s *source) signature(call *ast.CallExpr) *types.Signature {
	sig, _ := s.info.Types[call.Fun].Type.(*types.Signature)
	return sig
}

func (s *source) call(call *ast.CallExpr) {
	sig := s.signature(call)
	if sig == nil {
		return
	}
	for i, arg := range call.Args {
		at := min(i, sig.Params().Len()-1)
		if at < 0 || i > at && !sig.Variadic() {
			return
		}
		s.set[sig.Params().At(at)] = append(s.set[sig.Params().At(at)], arg)
	}
	if generic, ok := s.object(call.Fun).(*types.Func); ok && generic.Signature() != sig {
		return
	}
}

func (s *source) composite(c *ast.CompositeLit) {
	t := s.info.Types[c].Type
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	of, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, e := range c.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if field := s.info.Uses[kv.Key.(*ast.Ident)]; field != nil {
				s.set[field] = append(s.set[field], kv.Value)
			}
		} else {
			s.set[of.Field(i)] = append(s.set[of.Field(i)], e)
		}
	}
}

// texts collects the texts that can be read where expressions end up.
type texts struct {
	*source
	found map[string]string // text, where
	seen  map[any]bool
	fset  *token.FileSet
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
		x.object2(x.object(e), where)
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
			x.object2(f.Signature().Results().At(at), where)
		case len(r.Results) == 1 && at > 0:
			if inner, ok := r.Results[0].(*ast.CallExpr); ok {
				x.result(inner, at, where)
			}
		default:
			x.from(r.Results[at], where)
		}
	}
}

func (x *texts) object2(obj types.Object, where string) {
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
