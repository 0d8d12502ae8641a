//go:build !js

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/heldbytes/heldbytes/analyzer/share"
	"github.com/heldbytes/heldbytes/analyzer/share/filestore"
	"github.com/heldbytes/heldbytes/analyzer/share/sharetest"
)

// process is heldbytes serve in a process of its own.
type process struct {
	t       *testing.T
	cmd     *exec.Cmd
	address string
	stdout  []string
	log     bytes.Buffer
	ended   chan error
}

// startServe starts one on a port that the kernel chooses. It is stopped at the
// end of t, if it was not before.
func startServe(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{t: t, ended: make(chan error, 1)}
	p.cmd = exec.Command("heldbytes", append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	p.cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+filepath.Join(t.TempDir(), "data"))
	p.cmd.Stderr = &p.log
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.stop() })
	lines := bufio.NewScanner(out)
	for len(p.stdout) < 2 && lines.Scan() {
		p.stdout = append(p.stdout, lines.Text())
	}
	go func(ended chan<- error) {
		io.Copy(io.Discard, out)
		ended <- p.cmd.Wait()
	}(p.ended)
	if len(p.stdout) == 2 {
		url, ok := strings.CutPrefix(p.stdout[0], "heldbytes serves http://")
		if ok {
			p.address = "http://" + strings.TrimSuffix(url, "/")
			return p
		}
	}
	p.stop()
	t.Fatalf("it printed %q, and %s", p.stdout, p.log.String())
	return nil
}

// stop tells it to stop, once, and waits until it has.
func (p *process) stop() error { return p.signal(syscall.SIGTERM) }

func (p *process) signal(s os.Signal) error {
	if p.ended == nil {
		return nil
	}
	ended := p.ended
	p.ended = nil
	p.cmd.Process.Signal(s)
	select {
	case err := <-ended:
		return err
	case <-time.After(30 * time.Second):
		p.cmd.Process.Kill()
		p.t.Errorf("it did not stop; its log: %s", p.log.String())
		return <-ended
	}
}

func TestServeIsAHost(t *testing.T) {
	sharetest.Run(t, func(t *testing.T, o sharetest.Options) (string, *http.Client) {
		args := []string{"--store", filepath.Join(t.TempDir(), "store.db"), "--limit-writes", fmt.Sprint(o.Writes), "--limit-reads", "0"}
		if o.PublicURL != "" {
			args = append(args, "--public-url", o.PublicURL+"/")
		}
		return startServe(t, args...).address, &http.Client{Timeout: 30 * time.Second}
	})
}

func TestServeGoesOnAfterMalformedRequests(t *testing.T) {
	p := startServe(t, "--store", filepath.Join(t.TempDir(), "store.db"), "--limit-writes", "0", "--limit-reads", "0")
	n := 10_000
	if testing.Short() {
		n = 1000
	}
	var statuses map[int]int
	t.Run("storm", func(t *testing.T) { statuses = sharetest.Storm(t, p.address, n) })
	if statuses[500]+statuses[503] > 0 || statuses[201] == 0 || statuses[400] == 0 || statuses[431] == 0 {
		t.Errorf("answered %v", statuses)
	}
	if err := p.stop(); err != nil {
		t.Errorf("stopped with %v", err)
	}
	if log := p.log.String(); strings.Contains(log, `"level":"ERROR"`) || strings.Contains(log, "127.0.0.1") {
		t.Errorf("the log has an error or an address")
	}
}

func TestServeWithoutAStoreFileUsesOneOfItsUser(t *testing.T) {
	first := startServe(t)
	if _, path, ok := strings.Cut(first.stdout[1], "shared timelines are kept in "); !ok || !strings.HasSuffix(path, filepath.Join("data", "heldbytes", "shared.db")) {
		t.Errorf("it printed %q", first.stdout[1])
	}
	csv, _ := sharetest.Timeline(t)
	id := shareOn(t, first.address, csv).ID
	if err := first.stop(); err != nil {
		t.Errorf("stopped with %v", err)
	}
	data := strings.TrimPrefix(first.stdout[1], "shared timelines are kept in ")
	again := startServe(t, "--store", data)
	if status, body := get(t, again.address+"/api/timelines/"+id); status != http.StatusOK || !bytes.Equal(body, csv) {
		t.Errorf("after it was started again it answers %d %s", status, body)
	}
}

// Two may run at once; the second one keeps nothing longer than it runs.
func TestSecondServeKeepsItsOwn(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	first, err := openStore("", 0)
	if err != nil || first.why != nil {
		t.Fatal(err, first.why)
	}
	defer first.Close()
	second, err := openStore("", 0)
	if err != nil {
		t.Fatal(err)
	}
	if second.why == nil || second.path == first.path {
		t.Errorf("two stores in %s", second.path)
	}
	if _, err := os.Stat(second.path); err != nil {
		t.Error(err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Dir(second.path)); !os.IsNotExist(err) {
		t.Errorf("it is left behind: %v", err)
	}
	if s, err := openStore(first.path, 0); err == nil {
		s.Close()
		t.Error("a file that was asked for is not taken, and nothing is said")
	}
}

func TestServeTellsNobodyAndSaysHowItEnded(t *testing.T) {
	p := startServe(t, "--store", filepath.Join(t.TempDir(), "store.db"), "--client-header", "X-Forwarded-For")
	csv, _ := sharetest.Timeline(t)
	s := shareOn(t, p.address, csv)
	const secret = "s3cr3t"
	for _, path := range []string{"/api/timelines/" + s.ID, "/a/" + s.ID + "?" + secret + "=1", "/a/" + s.ID + "/graph.png", "/" + secret, "/api/" + secret} {
		r, err := http.NewRequest("GET", p.address+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("User-Agent", secret)
		r.Header.Set("X-Forwarded-For", "203.0.113.9")
		r.Header.Set("Authorization", "Bearer "+s.Token)
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
	}
	// What is no HTTP makes net/http say something, with the address.
	c, err := net.Dial("tcp", strings.TrimPrefix(p.address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(c, secret+"\r\n\r\n")
	io.Copy(io.Discard, c)
	c.Close()
	if err := p.stop(); err != nil {
		t.Errorf("stopped with %v", err)
	}
	messages := map[string]int{}
	for line := range strings.Lines(p.log.String()) {
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Errorf("a line of the log is %q", line)
		}
		messages[fmt.Sprint(record["msg"])]++
		for _, private := range []string{secret, s.ID, s.Token, "127.0.0.1", "203.0.113.9"} {
			if strings.Contains(line, private) {
				t.Errorf("%q is in the log: %s", private, line)
			}
		}
	}
	if messages["serving"] != 1 || messages["stopping"] != 1 || messages["stopped"] != 1 || messages["request"] != 5 {
		t.Errorf("the log has %v: %s", messages, p.log.String())
	}
}

// What is under way when it is told to stop is finished.
func TestServeFinishesWhatIsUnderWay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	p := startServe(t, "--store", path)
	csv, _ := sharetest.Timeline(t)
	c, err := net.Dial("tcp", strings.TrimPrefix(p.address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(30 * time.Second))
	in := bufio.NewReader(c)
	// Once it says that it wants the body, it is under way.
	fmt.Fprintf(c, "POST /api/timelines HTTP/1.1\r\nHost: held.example\r\nContent-Type: text/csv\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", len(csv))
	if res, err := http.ReadResponse(in, nil); err != nil || res.StatusCode != http.StatusContinue {
		t.Fatal(res, err)
	}
	stopped := make(chan error)
	go func() { stopped <- p.stop() }()
	for { // it takes no more
		other, err := net.Dial("tcp", strings.TrimPrefix(p.address, "http://"))
		if err != nil {
			break
		}
		other.Close()
	}
	c.Write(csv)
	res, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	var s share.Shared
	if err != nil || res.StatusCode != http.StatusCreated || json.Unmarshal(body, &s) != nil {
		t.Fatalf("answered %d %s, %v", res.StatusCode, body, err)
	}
	if err := <-stopped; err != nil {
		t.Errorf("stopped with %v", err)
	}
	store, err := filestore.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if e, err := store.Get(context.Background(), s.ID); err != nil || !bytes.Equal(e.CSV, csv) {
		t.Errorf("kept is %q, %v", e.CSV, err)
	}
}

// It is killed in the middle of 1,000 uploads from 20 clients, ten times: what was
// answered 201 is there afterwards, and nothing is half there.
func TestServeLosesNothingThatItAnswered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	const clients, uploads, rounds = 20, 1000, 10
	answered := map[string]string{} // CSV by id
	sent := map[string]bool{}       // CSVs, answered or not
	killed := 0
	for round := range rounds {
		p := startServe(t, "--store", path, "--limit-writes", "0")
		killAt := 100 + rand.IntN(700)
		var mu sync.Mutex
		var done sync.WaitGroup
		reached := make(chan struct{})
		inRound := 0
		client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
		for c := range clients {
			done.Go(func() {
				for i := range uploads / clients {
					csv := fmt.Sprintf("# heldbytes=timeline/1 format=samples level=unknown held=observed\ni,t_ms,held_bytes,parsed\n0,0,%d,False\n1,10,0,True\n", 1+(round*clients+c)*uploads+i)
					mu.Lock()
					sent[csv] = true
					mu.Unlock()
					res, err := client.Post(p.address+"/api/timelines", "text/csv", strings.NewReader(csv))
					if err != nil {
						return // it is dead
					}
					var s share.Shared
					err = json.NewDecoder(res.Body).Decode(&s)
					res.Body.Close()
					if res.StatusCode != http.StatusCreated {
						t.Errorf("answered %d", res.StatusCode)
						return
					}
					if err != nil {
						return // it died while it answered
					}
					mu.Lock()
					answered[s.ID] = csv
					if inRound++; inRound == killAt {
						close(reached)
					}
					mu.Unlock()
				}
			})
		}
		select {
		case <-reached:
		case <-time.After(time.Minute):
			t.Fatalf("only %d uploads were answered", inRound)
		}
		p.signal(syscall.SIGKILL)
		done.Wait()
		client.CloseIdleConnections()
		if inRound < uploads {
			killed++
		}
	}
	if killed == 0 {
		t.Fatal("it was never killed in the middle")
	}

	var ids []string
	expiries := 0
	db, err := bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true, Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	err = db.View(func(tx *bolt.Tx) error {
		for err := range tx.Check() {
			t.Error(err)
		}
		expiries = tx.Bucket([]byte("expiries")).Stats().KeyN
		return tx.Bucket([]byte("entries")).ForEach(func(id, _ []byte) error {
			ids = append(ids, string(id))
			return nil
		})
	})
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil || expiries != len(ids) {
		t.Errorf("%d timelines and %d expiries, %v", len(ids), expiries, err)
	}
	p := startServe(t, "--store", path, "--limit-reads", "0")
	there := map[string]bool{}
	for _, id := range ids {
		status, body := get(t, p.address+"/api/timelines/"+id)
		csv, known := answered[id]
		if status != http.StatusOK || known && string(body) != csv || !sent[string(body)] || there[string(body)] {
			t.Errorf("kept is %d %q, sent was %q", status, body, csv)
		}
		there[string(body)] = true
		delete(answered, id)
	}
	if len(answered) > 0 {
		t.Errorf("%d uploads that were answered are gone", len(answered))
	}
	t.Logf("%d timelines after %d kills", len(ids), killed)
}

// shareOn uploads a timeline.
func shareOn(t *testing.T, address string, csv []byte) (s share.Shared) {
	t.Helper()
	res, err := http.Post(address+"/api/timelines", "text/csv", bytes.NewReader(csv))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(&s); err != nil || res.StatusCode != http.StatusCreated {
		t.Fatalf("answered %d, %v", res.StatusCode, err)
	}
	return s
}

func get(t *testing.T, url string) (status int, body []byte) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if body, err = io.ReadAll(res.Body); err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, body
}
