//go:build !js

package chinese_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
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
		if !strings.HasSuffix(p.ImportPath, "test") { // what helps tests is read by nobody else
			s.files = append(s.files, files...)
		}
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
