package app

import (
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/config"
)

// Tokens returns the file of API tokens: auth.tokens_file, or the one in the home folder.
func Tokens(cfg config.Config) auth.File {
	if cfg.Auth.TokensFile != "" {
		return auth.File(cfg.Auth.TokensFile)
	}
	return auth.File(filepath.Join(cfg.Home, auth.FileName))
}

// keeper opens the token keeper of a running service.
func keeper(cfg config.Config, log *slog.Logger) (*auth.Keeper, error) {
	return auth.Open(Tokens(cfg), cfg.Auth.Required, time.Now, log)
}

// CheckAccess rejects an address that others can reach unless an API token is in force. It runs
// before the engines start; checkListener repeats it for the addresses that were actually bound.
func CheckAccess(cfg config.Config, log *slog.Logger) error {
	address, err := net.ResolveTCPAddr("tcp", cfg.HTTP.Address)
	if err != nil {
		return fmt.Errorf("resolve http.address: %w", err)
	}
	if err := checkListener(cfg, "http.address", address, log); err != nil || cfg.OTLP.GRPCAddress == "" {
		return err
	}
	if address, err = net.ResolveTCPAddr("tcp", cfg.OTLP.GRPCAddress); err != nil {
		return fmt.Errorf("resolve otlp.grpc_address: %w", err)
	}
	return checkListener(cfg, "otlp.grpc_address", address, log)
}

// checkListener rejects the address of a setting that others can reach, unless an API token is in force.
func checkListener(cfg config.Config, setting string, address net.Addr, log *slog.Logger) error {
	if local(address) {
		return nil
	}
	k, err := keeper(cfg, log)
	if err != nil {
		return err
	}
	if k.Usable() {
		return nil
	}
	return fmt.Errorf("%s is %s, which others can reach, and no API token is in force: "+
		"make one with `causeway token create --name me --all-projects --write%s` (it goes into %s), or listen on 127.0.0.1",
		setting, address, sameFile(cfg), Tokens(cfg))
}

// guarded requires tokens if others can reach the address. checkListener has seen a token in
// force; if the file is removed before the handler reads it, the service must not be open to
// everybody.
func guarded(cfg config.Config, address net.Addr) config.Config {
	cfg.Auth.Required = cfg.Auth.Required || !local(address)
	return cfg
}

// local reports whether only this machine can reach an address.
func local(address net.Addr) bool {
	tcp, ok := address.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// sameFile returns the flags that make another command use the same token file.
func sameFile(cfg config.Config) string {
	switch {
	case cfg.Auth.TokensFile != "":
		return fmt.Sprintf(" --auth-tokens-file=%q", cfg.Auth.TokensFile)
	case cfg.Home != config.Default().Home:
		return fmt.Sprintf(" --home=%q", cfg.Home)
	}
	return ""
}

// warnOpen warns if tokens and memories would cross the network unencrypted.
func warnOpen(cfg config.Config, address net.Addr, log *slog.Logger) {
	if !local(address) && cfg.HTTP.TLSCert == "" {
		log.Warn("API tokens and memories cross the network in the clear: set http.tls_cert and http.tls_key, "+
			"or let nothing but a proxy that speaks TLS reach this address", "address", address.String())
	}
}

// warnHome warns if other users can read the home folder, which holds the memory. It does not
// change the mode of an existing folder: that may be intended.
func warnHome(home string, log *slog.Logger) {
	if info, err := os.Stat(home); err == nil && info.Mode().Perm()&0o077 != 0 {
		log.Warn("other users of this machine can read the home folder: `chmod 700` it unless that is intended",
			"home", home, "mode", info.Mode().Perm().String())
	}
}
