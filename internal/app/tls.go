package app

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/internal/config"
)

// lookEvery is the minimum time between two reads of the certificate files.
const lookEvery = time.Second

// certificate is a certificate with its key. It is reloaded when the files change, so a renewal
// needs no restart. It is safe for concurrent use.
type certificate struct {
	certFile, keyFile string
	log               *slog.Logger

	mu      sync.Mutex
	current *tls.Certificate
	looked  time.Time
	cert    []byte
	key     []byte
}

// secured wraps a listener in TLS if the configuration names a certificate.
func secured(l net.Listener, h config.HTTP, log *slog.Logger) (net.Listener, error) {
	c, err := serverTLS(h, log)
	if err != nil || c == nil {
		return l, err
	}
	return tls.NewListener(l, c), nil
}

// serverTLS returns how the service proves who it is; nil if the configuration names no certificate.
func serverTLS(h config.HTTP, log *slog.Logger) (*tls.Config, error) {
	if h.TLSCert == "" {
		return nil, nil
	}
	c := &certificate{certFile: h.TLSCert, keyFile: h.TLSKey, log: log}
	if err := c.read(); err != nil {
		return nil, fmt.Errorf("read http.tls_cert and http.tls_key: %w", err)
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.latest(), nil },
	}, nil
}

// latest returns the current certificate. If the files cannot be read or do not match, as may
// happen while they are being replaced, the previous one stays in force.
func (c *certificate) latest() *tls.Certificate {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.looked) < lookEvery {
		return c.current
	}
	if err := c.read(); err != nil {
		c.log.Error("the certificate cannot be reloaded; the previous one stays in force", "error", err)
	}
	return c.current
}

// read loads the files if they have changed.
func (c *certificate) read() error {
	c.looked = time.Now()
	cert, err := os.ReadFile(c.certFile)
	if err != nil {
		return err
	}
	key, err := os.ReadFile(c.keyFile)
	if err != nil {
		return err
	}
	if bytes.Equal(cert, c.cert) && bytes.Equal(key, c.key) {
		return nil
	}
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return err
	}
	if c.current != nil {
		c.log.Info("the certificate was reloaded", "file", c.certFile)
	}
	c.current, c.cert, c.key = &pair, cert, key
	return nil
}

// Trust returns the TLS configuration for reaching the service, nil over HTTP. It accepts exactly
// the certificate in the service's file, whatever its name: this machine wrote the address.
func (s Service) Trust() (*tls.Config, error) {
	if s.Certificate == "" {
		return nil, nil
	}
	pinned, err := leaf(s.Certificate)
	if err != nil {
		return nil, err
	}
	return &tls.Config{
		MinVersion:         tls.VersionTLS12,
		InsecureSkipVerify: true, //nolint:gosec // VerifyConnection compares the whole certificate, which is stricter than its name
		VerifyConnection: func(state tls.ConnectionState) error {
			if !state.PeerCertificates[0].Equal(pinned) {
				return fmt.Errorf("the service does not have the certificate in %s", s.Certificate)
			}
			return nil
		},
	}, nil
}

// leaf returns the first certificate of a PEM file.
func leaf(file string) (*x509.Certificate, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the certificate of the service: %w", err)
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, fmt.Errorf("read the certificate of the service: %w", errors.New(file+" is not a PEM file"))
	}
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("read the certificate of the service: %w", err)
	}
	return cert, nil
}
