package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"syscall"
)

// ErrFailed is returned where a server did not answer.
var ErrFailed = errors.New("no answer from the server")

// Why a server did not answer.
var (
	errGivenUp     = errors.New("the request was given up")
	errName        = errors.New("its name has no address")
	errOtherName   = errors.New("its certificate is for another name")
	errSigner      = errors.New("its certificate is signed by nobody that is trusted here")
	errCertificate = errors.New("its certificate is not valid now or not for this use")
	errPlain       = errors.New("it does not speak TLS there")
	errTime        = errors.New("it took too long")
	errClosed      = errors.New("it closed the connection")
	errTooMany     = errors.New("it redirects more than ten times")
	errAnswer      = errors.New("its answer is not understood")
)

// Fail wraps ErrFailed for err of a request. It says why without any part of the
// URL or of the headers, which errors of net/http have.
func Fail(err error) error {
	return fmt.Errorf("%w: %w", ErrFailed, reason(err))
}

func reason(err error) error {
	var (
		lookup  *net.DNSError
		host    x509.HostnameError
		signer  x509.UnknownAuthorityError
		invalid x509.CertificateInvalidError
		plain   tls.RecordHeaderError
		number  syscall.Errno
		timeout net.Error
		of      *url.Error
	)
	switch {
	case errors.Is(err, errTooMany):
		return errTooMany
	case errors.Is(err, context.Canceled):
		return errGivenUp
	case errors.As(err, &lookup):
		return errName
	case errors.As(err, &host):
		return errOtherName
	case errors.As(err, &signer):
		return errSigner
	case errors.As(err, &invalid):
		return errCertificate
	case errors.As(err, &plain):
		return errPlain
	case errors.As(err, &number):
		return number
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return errTime
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errClosed
	case errors.As(err, &of):
		err = of.Err
	}
	// What is in quotes, or has an address, was sent by one side or the other.
	if text := err.Error(); !strings.ContainsAny(text, `"'`) && !strings.Contains(text, "://") {
		return errors.New(text)
	}
	return errAnswer
}
