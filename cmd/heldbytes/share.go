package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/deflate"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/share"
)

// tokenVariable can hold the delete token, which so stands in no history of a
// shell.
const tokenVariable = "HELDBYTES_TOKEN"

// runShare makes a link that holds the analysis or, with --to, puts its timeline
// on a host. It says what leaves the machine before it does.
func runShare(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	in := newInvocation("share", "FILE [OBSERVED] | --delete URL", stdin, stdout, stderr)
	var read readFlags
	read.register(in.flags)
	to := in.flags.String("to", "", "put the timeline on the host at `URL`; without it the link holds all of it, and nothing is sent")
	days := in.flags.Int("days", share.DefaultDays, "how long the host keeps it, `N` up to 365")
	page := in.flags.String("page", "", "the page at `URL` that opens the link, where there is no host")
	remove := in.flags.String("delete", "", "delete what is shared at `URL`")
	token := in.flags.String("token", "-", "the delete `TOKEN`; - is $"+tokenVariable+", or else a line of standard input")
	return in.run(args, 0, 2, func(names []string) error {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		if in.flags.Changed("delete") {
			if len(names) > 0 || in.flags.Changed("to") || in.flags.Changed("page") {
				return fmt.Errorf("%s: read --delete with more than a token, want it alone: %w", in.name, errUsage)
			}
			return in.unshare(ctx, *remove, *token)
		}
		switch {
		case len(names) == 0:
			return fmt.Errorf("%s: read no recording, want one, or --delete: %w", in.name, errUsage)
		case in.flags.Changed("to") && in.flags.Changed("page"):
			return fmt.Errorf("%s: read --to and --page, want one of them: %w", in.name, errUsage)
		case *days < 1 || *days > share.MaxDays:
			return fmt.Errorf("--days: read %d, want 1 to 365", *days)
		}
		if in.flags.Changed("days") && !in.flags.Changed("to") {
			return fmt.Errorf("%s: read --days without --to, want a host that keeps it: %w", in.name, errUsage)
		}
		o, err := read.options()
		if err != nil {
			return err
		}
		host, err := share.Origin(*to)
		if err != nil {
			return fmt.Errorf("--to: %w", err)
		}
		if in.flags.Changed("to") && host == "" {
			return fmt.Errorf("--to: read %q, want the address of a host: %w", "", errUsage)
		}
		a, err := in.analyze(o, names)
		if err != nil {
			return err
		}
		if host == "" {
			return in.printLink(a, *page)
		}
		if err := in.upload(ctx, a, host, *days); err != nil {
			return fmt.Errorf("share: %w", err)
		}
		return nil
	})
}

// printLink prints a link that holds the analysis.
func (in *invocation) printLink(a *analyzer.Analysis, page string) error {
	page, fragment, _ := strings.Cut(page, "#")
	if fragment != "" || strings.ContainsAny(page, " \t\r\n") {
		return fmt.Errorf("--page: read %.80q, want the address of a page: %w", page+"#"+fragment, errUsage)
	}
	link, err := a.Link(deflate.Pack)
	if err != nil {
		return fmt.Errorf("share: %w", err)
	}
	_, err = fmt.Fprintf(in.stdout, "%s#%s\n", page, link)
	return err
}

// upload puts the timeline of a on a host, and prints its address and how to
// delete it.
func (in *invocation) upload(ctx context.Context, a *analyzer.Analysis, host string, days int) error {
	var csv bytes.Buffer
	if err := a.WriteCSV(&csv); err != nil {
		return err
	}
	if csv.Len() > share.MaxBytes {
		return fmt.Errorf("the timeline is %s bytes, and a host takes at most 1,048,576: analyze --csv makes a file of it", diagnose.Group(int64(csv.Len())))
	}
	in.tellWhatLeaves(csv.Bytes(), a.Timeline.Len(), days)
	s, err := newHostClient().upload(ctx, host, csv.Bytes(), days)
	if err != nil {
		return err
	}
	url := s.URL
	if stall := a.Diagnosis.Stall; stall != diagnose.DefaultStall {
		url += "?stall=" + capture.FormatMillis(stall)
	}
	fmt.Fprintf(in.stderr, in.language.Text("it is kept until %s\n"), s.Expires.Format("2006-01-02 15:04 MST"))
	_, err = fmt.Fprintf(in.stdout, "%s\nheldbytes share --delete %s --token %s\n", url, s.URL, s.Token)
	return err
}

// tellWhatLeaves says on standard error what is about to be sent.
func (in *invocation) tellWhatLeaves(csv []byte, rows, days int) {
	columns := ""
	for line := range bytes.Lines(csv) {
		if !bytes.HasPrefix(line, []byte("#")) {
			columns = strings.TrimSpace(string(line))
			break
		}
	}
	fmt.Fprintf(in.stderr, in.language.Text("what leaves this machine: %s bytes, %s rows of %s, for %d days; none of the stream's bytes, but lengths can tell a story\n"),
		diagnose.Group(int64(len(csv))), diagnose.Group(int64(rows)), strings.ReplaceAll(columns, ",", ", "), days)
}

// unshare deletes what is shared at an address.
func (in *invocation) unshare(ctx context.Context, address, token string) error {
	host, id, err := sharedAt(address)
	if err != nil {
		return fmt.Errorf("--delete: %w", err)
	}
	if token == "-" {
		if token = os.Getenv(tokenVariable); token == "" {
			if terminal(in.stderr) != nil {
				fmt.Fprint(in.stderr, in.language.Text("delete token: "))
			}
			line, err := bufio.NewReader(io.LimitReader(in.stdin, 1<<10)).ReadString('\n')
			if err != nil && !errors.Is(err, io.EOF) {
				return fmt.Errorf("--token: %w", err)
			}
			token = strings.TrimSpace(line)
		}
	}
	if token == "" || strings.Trim(token, "abcdefghijklmnopqrstuvwxyz234567") != "" {
		return fmt.Errorf("--token: want the delete token that the host gave, of letters and digits: %w", errUsage)
	}
	if err := newHostClient().delete(ctx, host, id, token); err != nil {
		return fmt.Errorf("share: %w", err)
	}
	_, err = fmt.Fprintln(in.stdout, in.language.Text("deleted"))
	return err
}
