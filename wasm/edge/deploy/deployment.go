//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/heldbytes/heldbytes/wasm/edge/internal/wrangler"
)

// deployed is the configuration with what this account has, beside wrangler.jsonc.
const deployed = "wrangler.deploy.json"

var (
	errNoNamespace = errors.New("the account has no namespace of that name after it was made")
	errNotLoggedIn = errors.New("wrangler is not logged in to an account")
)

// deployment is one run.
type deployment struct {
	edge, name, publicURL string
	dry                   bool
	out                   io.Writer
}

// run deploys. A step that was done before is not done again, so that it can be
// run as often as one likes.
func (d *deployment) run() error {
	config, err := wrangler.Configuration(d.edge)
	if err != nil {
		return err
	}
	if d.name != "" {
		config["name"] = d.name
	}
	if d.publicURL != "" {
		config["vars"].(map[string]any)["PUBLIC_URL"] = d.publicURL
	}
	if d.dry {
		d.say("Dry run. wrangler bundles the Worker and reads the page; nothing is sent, and no account is asked for.")
		if err := d.write(config); err != nil {
			return err
		}
		return d.wrangler("deploy", "--config", deployed, "--dry-run")
	}
	name := fmt.Sprint(config["name"])

	d.say("1 of 3. The account. wrangler asks Cloudflare whether it is logged in. Where it is not, it opens a browser in which you let it; it keeps what it gets in your home directory, never here. CLOUDFLARE_API_TOKEN in the environment does as well.")
	if err := d.login(); err != nil {
		return fmt.Errorf("the account: %w", err)
	}

	namespace := name + "-timelines"
	d.say("2 of 3. What keeps timelines: the namespace %s of Workers KV. It is made where the account has none of that name.", namespace)
	id, err := d.namespace(namespace)
	if err != nil {
		return fmt.Errorf("the namespace: %w", err)
	}
	config["kv_namespaces"].([]any)[0].(map[string]any)["id"] = id
	if err := d.write(config); err != nil {
		return err
	}

	d.say("3 of 3. The Worker %s and the page. They are sent, and serve from now on; timelines that are kept stay. wrangler prints the address, and ADDRESS/api/health tells that it answers. To take it away again: npx wrangler delete --name %s in %s.", name, name, d.edge)
	if err := d.wrangler("deploy", "--config", deployed); err != nil {
		return fmt.Errorf("the Worker: %w", err)
	}
	return nil
}

func (d *deployment) say(format string, args ...any) {
	fmt.Fprintf(d.out, "\n"+format+"\n\n", args...)
}

// login logs in unless wrangler is.
func (d *deployment) login() error {
	if d.loggedIn() {
		return nil
	}
	if err := d.wrangler("login"); err != nil {
		return err
	}
	if !d.loggedIn() {
		return errNotLoggedIn
	}
	return nil
}

func (d *deployment) loggedIn() bool {
	var who struct {
		LoggedIn bool `json:"loggedIn"`
	}
	out, _ := d.ask("whoami", "--json") // it fails where nobody is
	return json.Unmarshal(out, &who) == nil && who.LoggedIn
}

// namespace is the id of a namespace, which is made where it is not there.
func (d *deployment) namespace(title string) (string, error) {
	id, err := d.find(title)
	if id != "" || err != nil {
		return id, err
	}
	if err := d.wrangler("kv", "namespace", "create", title, "--update-config=false"); err != nil {
		return "", err
	}
	if id, err = d.find(title); err == nil && id == "" {
		err = errNoNamespace
	}
	return id, err
}

// find is the id of a namespace, or "".
func (d *deployment) find(title string) (string, error) {
	out, err := d.ask("kv", "namespace", "list")
	if err != nil {
		return "", err
	}
	var all []struct{ ID, Title string }
	if err := json.Unmarshal(out, &all); err != nil {
		return "", fmt.Errorf("kv namespace list: %w", err)
	}
	for _, n := range all {
		if n.Title == title {
			return n.ID, nil
		}
	}
	return "", nil
}

// write keeps the configuration for wrangler.
func (d *deployment) write(config map[string]any) error {
	text, err := json.MarshalIndent(config, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(d.edge, deployed), append(text, '\n'), 0o666)
}

// wrangler runs a command of wrangler before the eyes of whoever deploys.
func (d *deployment) wrangler(args ...string) error {
	cmd := d.command(args)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, d.out, d.out
	return named(args, cmd.Run())
}

// ask runs a command of wrangler and returns what it prints.
func (d *deployment) ask(args ...string) ([]byte, error) {
	cmd := d.command(args)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		err = errors.Join(err, errors.New(stderr.String()+string(out)))
	}
	return out, named(args, err)
}

func (d *deployment) command(args []string) *exec.Cmd {
	cmd := exec.Command("node", slices.Concat([]string{wrangler.Script}, args)...)
	cmd.Dir = d.edge
	cmd.Env = append(cmd.Environ(), "WRANGLER_SEND_METRICS=false", "WRANGLER_HIDE_BANNER=true")
	return cmd
}

func named(args []string, err error) error {
	if err != nil {
		return fmt.Errorf("wrangler %s: %w", args[0], err)
	}
	return nil
}
