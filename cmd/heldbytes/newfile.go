package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync/atomic"
)

// newFile is a file that has its name once something stands in it: whoever finds it
// can read it, even where its writer was killed.
type newFile struct {
	file   *os.File     // none of whose other ways to be written to is to be had
	appear func() error // nil once it has
}

var parts atomic.Int64

// createPart makes a file in a directory that appear is to give its name. One that is
// there already is somebody else's: of a process that was killed, or of one with the
// same number on another machine or in another container.
func createPart(dir string, appear func(part string) error) (io.WriteCloser, error) {
	for {
		part := filepath.Join(dir, fmt.Sprintf(".heldbytes-%d-%d.part", os.Getpid(), parts.Add(1)))
		f, err := os.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return &newFile{f, func() error { return appear(part) }}, nil
	}
}

func (f *newFile) Write(p []byte) (int, error) {
	n, err := f.file.Write(p)
	if err == nil && f.appear != nil {
		if err = f.appear(); err == nil {
			f.appear = nil
		}
	}
	return n, err
}

func (f *newFile) Close() error {
	err := f.file.Close()
	if f.appear != nil {
		err = errors.Join(err, os.Remove(f.file.Name()))
	}
	return err
}

// createAs makes the file called name, in place of one that there is. What is no
// regular file, and a link, stays what it is.
func createAs(name string) (io.WriteCloser, error) {
	info, err := os.Lstat(name)
	if err == nil && !info.Mode().IsRegular() || runtime.GOOS == "windows" { // where an open file cannot be renamed
		return os.Create(name)
	}
	return createPart(filepath.Dir(name), func(part string) error { return os.Rename(part, name) })
}

// createNew makes a file of that name, with a number behind it where there is one.
// made is called with the name that it got.
func createNew(dir, name string, made func(string)) (io.WriteCloser, error) {
	numbered := func(n int) string {
		if n == 1 {
			return filepath.Join(dir, name+".jsonl")
		}
		return filepath.Join(dir, name+"-"+strconv.Itoa(n)+".jsonl")
	}
	if runtime.GOOS == "windows" {
		for n := 1; ; n++ {
			f, err := os.OpenFile(numbered(n), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
			if !errors.Is(err, fs.ErrExist) {
				made(numbered(n))
				return f, err
			}
		}
	}
	return createPart(dir, func(part string) error {
		for n := 1; ; n++ {
			switch err := os.Link(part, numbered(n)); {
			case errors.Is(err, fs.ErrExist):
			case err != nil: // a file system without links
				if _, there := os.Lstat(numbered(n)); there == nil {
					continue
				}
				made(numbered(n))
				return os.Rename(part, numbered(n))
			default:
				made(numbered(n))
				return os.Remove(part)
			}
		}
	})
}
