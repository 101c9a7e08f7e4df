package api_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/tests/harness"
)

// overTheFile is for tests of the command line that need no servers.
func overTheFile(t *testing.T) {
	t.Helper()
	harness.EmbeddedOnly(t)
	t.Parallel()
}

// everywhere is an address that others could reach.
const everywhere = "CAUSEWAY_HTTP_ADDRESS=0.0.0.0:0"

// downAfter stops what runs in a home folder when the test ends.
func downAfter(t *testing.T, home string) {
	t.Helper()
	t.Cleanup(func() {
		if err := engine.Down(context.Background(), home); err != nil {
			t.Errorf("down: %v", err)
		}
	})
}

// TestListen_NeedsAToken follows what a refusal says, literally.
func TestListen_NeedsAToken(t *testing.T) {
	overTheFile(t)
	home := filepath.Join(t.TempDir(), "home with a space")
	downAfter(t, home)
	c := shared.CLI(t, home, everywhere)
	for _, args := range [][]string{{"up"}, {"up", "--detach"}} {
		got := c.Run(t, args...)
		if got.Code != 1 || !strings.Contains(got.Err, "no API token is in force") {
			t.Fatalf("%v: %+v", args, got)
		}
		if _, err := os.Stat(filepath.Join(home, "causeway.db")); err == nil {
			t.Errorf("%v: engines were started before the refusal", args)
		}
	}
	said := c.Run(t, "up").Err
	command := regexp.MustCompile("`causeway ([^`]+)`").FindStringSubmatch(said)
	if command == nil {
		t.Fatalf("the refusal names no command: %s", said)
	}
	folder := regexp.MustCompile(` --home="([^"]+)"`).FindStringSubmatch(command[1])
	if folder == nil || folder[1] != home {
		t.Fatalf("the command is for another home folder: %s", command[1])
	}
	args := append(strings.Fields(strings.Replace(command[1], folder[0], "", 1)), "--home="+home)
	made := shared.CLI(t, t.TempDir()).Run(t, args...)
	if made.Code != 0 {
		t.Fatalf("%v: %+v", args, made)
	}
	up := c.Run(t, "up", "--detach")
	if up.Code != 0 {
		t.Fatalf("up with a token: %+v", up)
	}
	log, err := os.ReadFile(filepath.Join(home, "logs", "causeway.log"))
	if err != nil || !strings.Contains(string(log), "in the clear") {
		t.Errorf("nothing warns of a network without TLS: %v %s", err, log)
	}
	address := regexp.MustCompile(`(http://\S+)/graphql`).FindStringSubmatch(up.Out)
	if address == nil {
		t.Fatalf("up: %s", up.Out)
	}
	s := harness.NewService(strings.NewReplacer("[::]", "127.0.0.1", "0.0.0.0", "127.0.0.1").Replace(address[1]))
	if got, err := s.Post(t.Context(), `{ projects { name } }`, nil); err != nil || got.Status != 401 {
		t.Errorf("without the token: %d, %v", got.Status, err)
	}
	s.Token = strings.TrimSpace(made.Out)
	if got, err := s.Post(t.Context(), `{ projects { name } }`, nil); err != nil || got.Status != 200 {
		t.Errorf("with it: %d %s, %v", got.Status, got.Text(), err)
	}
}

// TestListen_TokensThatLetNobodyIn are no reason to open an address.
func TestListen_TokensThatLetNobodyIn(t *testing.T) {
	overTheFile(t)
	home := t.TempDir()
	c := shared.CLI(t, home, everywhere)
	if got := c.Run(t, "token", "create", "--name", "short", "--all-projects", "--expires", "1ns"); got.Code != 0 {
		t.Fatalf("%+v", got)
	}
	if got := c.Run(t, "up"); got.Code != 1 || !strings.Contains(got.Err, "no API token is in force") {
		t.Errorf("with a token that has ended: %+v", got)
	}
	if err := os.WriteFile(filepath.Join(home, "tokens.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{everywhere, "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0"} {
		if got := shared.CLI(t, home, address).Run(t, "up"); got.Code != 1 || !strings.Contains(got.Err, "read the tokens") {
			t.Errorf("%s with a file that is spoilt: %+v", address, got)
		}
	}
}

// issue writes a certificate for localhost and its key, signed by itself.
func issue(t *testing.T, certFile, keyFile string, serial int64) *x509.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "causeway test"},
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

// presented returns the certificate that a service shows to a client that speaks at most a version
// of TLS.
func presented(address string, most uint16) (*x509.Certificate, error) {
	config := &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS10, MaxVersion: most}
	connection, err := tls.Dial("tcp", address, config)
	if err != nil {
		return nil, err
	}
	defer connection.Close()
	return connection.ConnectionState().PeerCertificates[0], nil
}

func TestListen_TLS(t *testing.T) {
	overTheFile(t)
	home, folder := filepath.Join(t.TempDir(), "home"), t.TempDir()
	downAfter(t, home)
	if err := os.Mkdir(home, 0o755); err != nil {
		t.Fatal(err)
	}
	certFile, keyFile := filepath.Join(folder, "tls.crt"), filepath.Join(folder, "tls.key")
	first := issue(t, certFile, keyFile, 1)
	c := shared.CLI(t, home, "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0", "CAUSEWAY_HTTP_TLS_CERT="+certFile, "CAUSEWAY_HTTP_TLS_KEY="+keyFile)
	up := c.Run(t, "up", "--detach")
	address := regexp.MustCompile(`(https://\S+)/graphql`).FindStringSubmatch(up.Out)
	if up.Code != 0 || address == nil || strings.Contains(up.Out, "http://") {
		t.Fatalf("up: %+v", up)
	}
	if got := c.Run(t, "demo"); got.Code != 0 || !strings.Contains(got.Out, "path 1 of") {
		t.Errorf("demo over HTTPS, by the home folder: %+v", got)
	}
	question := []string{"ask", "recall", "charged twice", "--project", "demo", "--url", address[1]}
	elsewhere := shared.CLI(t, t.TempDir())
	if got := elsewhere.Run(t, question...); got.Code == 0 || !strings.Contains(got.Err, "certificate") {
		t.Errorf("a certificate that nobody knows is trusted: %+v", got)
	}
	if got := elsewhere.Run(t, append(question, "--ca-file", certFile)...); got.Code != 0 {
		t.Errorf("with --ca-file: %+v", got)
	}
	host := strings.TrimPrefix(address[1], "https://")
	if _, err := presented(host, tls.VersionTLS11); err == nil {
		t.Error("TLS 1.1 is spoken")
	}
	if got, err := presented(host, tls.VersionTLS12); err != nil || !got.Equal(first) {
		t.Errorf("over TLS 1.2: %v", err)
	}
	if response, err := http.Get("http://" + host + "/healthz"); err == nil {
		defer response.Body.Close()
		if response.StatusCode == http.StatusOK {
			t.Error("HTTP is answered where HTTPS is spoken")
		}
	}
	if err := os.WriteFile(keyFile, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	time.Sleep(1100 * time.Millisecond) // the files are looked at once a second
	if got, err := presented(host, tls.VersionTLS13); err != nil || !got.Equal(first) {
		t.Errorf("while the files are replaced: %v", err)
	}
	second := issue(t, certFile, keyFile, 2)
	harness.Eventually(t, "the renewed certificate is shown", func() bool {
		got, err := presented(host, tls.VersionTLS13)
		return err == nil && got.Equal(second)
	})
	if log, err := os.ReadFile(filepath.Join(home, "logs", "causeway.log")); err != nil || !strings.Contains(string(log), "other users") {
		t.Errorf("nothing warns of a home folder that others may read: %v", err)
	}
	if got := c.Run(t, "status"); !strings.Contains(got.Out, "running") {
		t.Errorf("after the renewal the commands of the machine do not find the service: %+v", got)
	}
}

func TestListen_TLSThatCannotWork(t *testing.T) {
	overTheFile(t)
	folder := t.TempDir()
	certFile, keyFile := filepath.Join(folder, "tls.crt"), filepath.Join(folder, "tls.key")
	issue(t, certFile, keyFile, 1)
	otherKey := filepath.Join(folder, "other.key")
	issue(t, filepath.Join(folder, "other.crt"), otherKey, 2)
	for _, tt := range []struct {
		why, cert, key, want string
		code                 int
	}{
		{"a certificate without a key", certFile, "", "belong together", 2},
		{"a key without a certificate", "", keyFile, "belong together", 2},
		{"a file that is not there", certFile, keyFile + "x", "no such file", 1},
		{"the key of another", certFile, otherKey, "does not match", 1},
	} {
		got := shared.CLI(t, t.TempDir(), "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0", "CAUSEWAY_HTTP_TLS_CERT="+tt.cert, "CAUSEWAY_HTTP_TLS_KEY="+tt.key).Run(t, "up")
		if got.Code != tt.code || !strings.Contains(got.Err, tt.want) {
			t.Errorf("%s: %+v", tt.why, got)
		}
	}
}
