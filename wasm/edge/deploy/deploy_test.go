//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/wasm/edge/internal/wrangler"
)

func needNode(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip(errors.Join(wrangler.ErrNoNode, err))
	}
}

// account is a Worker's directory, with a wrangler that has the account that files
// describe.
func account(t *testing.T, files ...string) (edge string, asked func() string) {
	t.Helper()
	needNode(t)
	edge, account := t.TempDir(), t.TempDir()
	copyFile(t, "../wrangler.jsonc", filepath.Join(edge, "wrangler.jsonc"))
	copyFile(t, "testdata/wrangler.js", filepath.Join(edge, wrangler.Script))
	for _, name := range files {
		name, text, _ := strings.Cut(name, "=")
		if err := os.WriteFile(filepath.Join(account, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	log := filepath.Join(account, "asked")
	t.Setenv("ACCOUNT", account)
	t.Setenv("ASKED", log)
	return edge, func() string {
		b, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err == nil {
		err = errors.Join(os.MkdirAll(filepath.Dir(to), 0o777), os.WriteFile(to, b, 0o666))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// sent is the configuration that wrangler deploys.
func sent(t *testing.T, edge string) (c struct {
	Name string
	Vars map[string]string
	KV   []struct{ Binding, ID string } `json:"kv_namespaces"`
}) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(edge, deployed))
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestDeploymentDoesWhatIsNotDoneYet(t *testing.T) {
	const list, who, deploy = "kv namespace list\n", "whoami --json\n", "deploy --config wrangler.deploy.json\n"
	for _, c := range []struct {
		name    string
		account []string
		worker  string
		asked   string
	}{
		{"on an account that has all", []string{"login", "namespace=heldbytes-timelines"}, "", who + list + deploy},
		{"the first time", nil, "", who + "login\n" + who + list + "kv namespace create heldbytes-timelines --update-config=false\n" + list + deploy},
		{"beside another Worker", []string{"login", "namespace=heldbytes-timelines"}, "held", who + list + "kv namespace create held-timelines --update-config=false\n" + list + deploy},
	} {
		t.Run(c.name, func(t *testing.T) {
			edge, asked := account(t, c.account...)
			var out strings.Builder
			d := deployment{edge: edge, name: c.worker, publicURL: "https://held.example", out: &out}
			if err := d.run(); err != nil {
				t.Fatal(err)
			}
			if got := asked(); got != c.asked {
				t.Errorf("wrangler was asked\n%swant\n%s", got, c.asked)
			}
			name := "heldbytes"
			if c.worker != "" {
				name = c.worker
			}
			if got := sent(t, edge); got.Name != name || got.Vars["PUBLIC_URL"] != "https://held.example" || len(got.KV) != 1 || got.KV[0].Binding != "TIMELINES" || got.KV[0].ID != "7e1d" {
				t.Errorf("it deployed %+v", got)
			}
			for _, want := range []string{"1 of 3. ", "2 of 3. ", "3 of 3. ", name + "-timelines"} {
				if !strings.Contains(out.String(), want) {
					t.Errorf("it does not say %q:\n%s", want, out.String())
				}
			}
		})
	}
}

func TestDeploymentSaysWhatFailed(t *testing.T) {
	for _, c := range []struct {
		name    string
		account []string
		want    string
	}{
		{"a login that is given up", []string{"refuses"}, "the account: wrangler is not logged in to an account"},
		{"a Worker that is not taken", []string{"login", "namespace=heldbytes-timelines", "full"}, "the Worker: wrangler deploy: exit status 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			edge, _ := account(t, c.account...)
			d := deployment{edge: edge, out: t.Output()}
			if err := d.run(); err == nil || err.Error() != c.want {
				t.Errorf("it says %v, want %s", err, c.want)
			}
		})
	}
}

// TestDryRunBundlesTheWorker runs wrangler itself, which then asks nobody.
func TestDryRunBundlesTheWorker(t *testing.T) {
	needNode(t)
	for _, needed := range []string{wrangler.Script, "build/app.wasm"} {
		if _, err := os.Stat(filepath.Join("..", needed)); err != nil {
			t.Fatal(errors.Join(wrangler.ErrNotPrepared, err))
		}
	}
	for _, line := range wrangler.Quiet(t.TempDir()) {
		name, value, _ := strings.Cut(line, "=")
		t.Setenv(name, value)
	}
	t.Setenv("CLOUDFLARE_API_TOKEN", "")
	var out strings.Builder
	d := deployment{edge: "..", dry: true, out: &out}
	if err := d.run(); err != nil {
		t.Fatal(err, out.String())
	}
	for _, want := range []string{"env.TIMELINES", "env.ASSETS", "env.WRITES", "env.READS", "--dry-run: exiting now."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("wrangler does not say %q:\n%s", want, out.String())
		}
	}
}
