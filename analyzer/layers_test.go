//go:build !js

package analyzer_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/heldbytes/heldbytes/"

// order is the way data runs. A package may import those before it.
var order = []string{"coding", "capture", "howto", "packets", "cassette", "framing", "deflate", "timeline", "replay", "diagnose", "figure", "picture", "language", "language/chinese", "document", "lab"}

// hosted are what lies beside the analyzer, for the command and the Worker: the
// probe and the host. They know clocks, files and networks, and may import all
// layers; no layer imports them.
var hosted = []string{"record", "share"}

func isHosted(layer string) bool {
	top, _, _ := strings.Cut(layer, "/")
	return slices.Contains(hosted, top)
}

func TestDataRunsOneWay(t *testing.T) {
	for i, name := range order {
		for _, imported := range goList(t, "{{join .Imports \"\\n\"}}", "./"+name) {
			layer, ours := strings.CutPrefix(imported, module+"analyzer/")
			if ours && !slices.Contains(order[:i], layer) && !strings.HasPrefix(layer, "internal/") {
				t.Errorf("%s imports %s, which does not come before it", name, layer)
			}
			if strings.HasPrefix(imported, module) && !ours {
				t.Errorf("%s imports %s, which is no layer of the analyzer", name, imported)
			}
		}
	}
}

func TestEveryPackageHasItsPlaceInTheOrder(t *testing.T) {
	for _, pkg := range goList(t, "{{.ImportPath}}", "./...") {
		layer, ours := strings.CutPrefix(pkg, module+"analyzer/")
		if ours && !slices.Contains(order, layer) && !strings.HasPrefix(layer, "internal/") && !isHosted(layer) {
			t.Errorf("%s is no layer of the analyzer", pkg)
		}
	}
}

func TestAnalyzerKnowsNoNetworkFilesNorBrowser(t *testing.T) {
	forbidden := []string{"syscall/js", "net", "net/http", "os", "os/exec", "time/tzdata", "log", "math/rand"}
	packages := goList(t, "{{.ImportPath}}", "./...")
	if len(packages) <= len(order)-2 {
		t.Fatalf("go list names only %q", packages)
	}
	for _, pkg := range packages {
		if layer, _ := strings.CutPrefix(pkg, module+"analyzer/"); strings.Contains(pkg, "/internal/") || isHosted(layer) {
			continue
		}
		for _, target := range []string{"GOOS=linux", "GOOS=js"} {
			for _, imported := range goListEnv(t, target, "{{join .Imports \"\\n\"}}", pkg) {
				if slices.Contains(forbidden, imported) {
					t.Errorf("%s imports %s under %s", pkg, imported, target)
				}
			}
		}
	}
}

// The analyzer takes all times from the recording.
func TestAnalyzerKnowsNoClock(t *testing.T) {
	clock := []string{"Now", "Since", "Until", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer", "Sleep"}
	read := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "internal") || isHosted(path) {
			return err
		}
		read++
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if pkg, ok := sel.X.(*ast.Ident); ok && pkg.Name == "time" && slices.Contains(clock, sel.Sel.Name) {
					t.Errorf("%s has time.%s", path, sel.Sel.Name)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || read < 50 {
		t.Errorf("%d files read, %v", read, err)
	}
}

func TestFaçadeReachesNoHost(t *testing.T) {
	for _, target := range []string{"GOOS=linux", "GOOS=js"} {
		for _, dep := range goListEnv(t, target, "{{join .Deps \"\\n\"}}", ".") {
			// Under js os itself reaches syscall/js.
			js := dep == "syscall/js" && target != "GOOS=js"
			layer, _ := strings.CutPrefix(dep, module+"analyzer/")
			if js || isHosted(layer) || slices.Contains([]string{"net", "net/http", "os/exec"}, dep) || strings.HasPrefix(dep, module) && !strings.HasPrefix(dep, module+"analyzer") {
				t.Errorf("package analyzer reaches %s under %s", dep, target)
			}
		}
	}
}

// What the page reaches, everyone who opens it loads: these would be hundreds of
// kB that nothing needs, and the first ones also a way out of the browser.
func TestPageCarriesNothingHeavy(t *testing.T) {
	deps := goListEnv(t, "GOOS=js", "{{join .Deps \"\\n\"}}", module+"wasm/page")
	if !slices.Contains(deps, module+"analyzer") {
		t.Fatalf("the page reaches only %q", deps)
	}
	for _, dep := range deps {
		heavy := slices.Contains([]string{"math/big", "regexp", "log", "image", "text/template", "html/template", "encoding/gob", "os/exec"}, dep)
		if heavy || dep == "net" || strings.HasPrefix(dep, "net/") || strings.HasPrefix(dep, "crypto/") {
			t.Errorf("the page reaches %s", dep)
		}
	}
}

// What a Worker cannot carry, files and buckets for each client, stands below the
// host and comes to it through interfaces.
func TestHostKnowsNoFilesNorTheCommandsLimits(t *testing.T) {
	for _, target := range []string{"GOOS=linux", "GOOS=js"} {
		deps := goListEnv(t, target, "{{join .Deps \"\\n\"}}", "./share")
		if !slices.Contains(deps, module+"analyzer/picture") {
			t.Fatalf("the host reaches only %q", deps)
		}
		for _, dep := range deps {
			if strings.HasPrefix(dep, "go.etcd.io/") || strings.HasPrefix(dep, "golang.org/x/time") || strings.HasPrefix(dep, module+"analyzer/share/") || strings.HasPrefix(dep, module+"ui") {
				t.Errorf("the host reaches %s under %s", dep, target)
			}
		}
		if imports := goListEnv(t, target, "{{join .Imports \"\\n\"}}", "./share"); slices.Contains(imports, "os") || slices.Contains(imports, "syscall/js") {
			t.Errorf("the host imports %q under %s", imports, target)
		}
	}
}

// The page is told of another language as JSON, once somebody chose it.
func TestPageCarriesEnglishAlone(t *testing.T) {
	for _, pkg := range []string{"analyzer", "ui", "wasm/page", "wasm/wide"} {
		deps := goListEnv(t, "GOOS=js", "{{join .Deps \"\\n\"}}", module+pkg)
		if !slices.Contains(deps, module+"analyzer/language") || slices.Contains(deps, module+"analyzer/language/chinese") {
			t.Errorf("%s reaches %q", pkg, deps)
		}
	}
}

// These are the importers that a program has to ask for, the report, and what packs
// links.
func TestFaçadeAndPageCarryNothingFurther(t *testing.T) {
	further := []string{"packets", "cassette", "document", "deflate"}
	for _, pkg := range []string{"analyzer", "ui", "wasm/server", "wasm/page"} {
		deps := goListEnv(t, "GOOS=js", "{{join .Deps \"\\n\"}}", module+pkg)
		if !slices.Contains(deps, module+"analyzer/capture") {
			t.Fatalf("%s reaches only %q", pkg, deps)
		}
		for _, name := range further {
			if slices.Contains(deps, module+"analyzer/"+name) {
				t.Errorf("%s reaches %s", pkg, name)
			}
		}
	}
	wide := goListEnv(t, "GOOS=js", "{{join .Deps \"\\n\"}}", module+"wasm/wide")
	for _, name := range further {
		if !slices.Contains(wide, module+"analyzer/"+name) {
			t.Errorf("wasm/wide does not reach %s", name)
		}
	}
}

func TestThinFacesDoNotReachIntoEachOther(t *testing.T) {
	some := false
	for face, may := range map[string][]string{
		"cmd/heldbytes": {"analyzer", "cmd", "ui"},
		"ui":            {"analyzer", "ui"},
		"wasm/page":     {"analyzer", "ui", "wasm"},
		"wasm/server":   {"analyzer", "ui"},
		"wasm/wide":     {"analyzer", "wasm"},
		"wasm/edge":     {"analyzer", "ui", "wasm"},
	} {
		for _, tags := range []string{"GOOS=linux", "GOOS=js"} {
			for _, imported := range goListEnv(t, tags, "{{join .Imports \"\\n\"}}", module+face+"/...") {
				some = true
				rest, ours := strings.CutPrefix(imported, module)
				if top, _, _ := strings.Cut(rest, "/"); ours && !slices.Contains(may, top) {
					t.Errorf("%s imports %s", face, imported)
				}
			}
		}
	}
	if !some {
		t.Fatal("go list names no import of cmd, ui or wasm")
	}
}

func goList(t *testing.T, format string, args ...string) []string {
	t.Helper()
	return goListEnv(t, "", format, args...)
}

func goListEnv(t *testing.T, env, format string, args ...string) []string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-e", "-f", format}, args...)...)
	if env != "" {
		cmd.Env = append(cmd.Environ(), env)
		if env == "GOOS=js" {
			cmd.Env = append(cmd.Env, "GOARCH=wasm")
		}
	}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", cmd, err)
	}
	return strings.Fields(string(out))
}
