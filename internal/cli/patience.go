package cli

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/term"
)

// patienceTime is after how long a terminal is told that a command still waits.
const patienceTime = 2 * time.Second

// patience tells a terminal what a command waits for, once that takes long. The function that it returns takes the
// line away.
func (c *command) patience(what string) (done func()) {
	file, ok := beneath(c.err).(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return func() {}
	}
	ended, cleared := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(cleared)
		begin, every := time.Now(), time.NewTicker(patienceTime)
		defer every.Stop()
		for told := false; ; told = true {
			select {
			case <-ended:
				if told {
					fmt.Fprint(file, "\r\x1b[K")
				}
				return
			case <-every.C:
				fmt.Fprintf(file, "\r\x1b[K%s, %s so far", what, time.Since(begin).Round(time.Second))
			}
		}
	}()
	return func() {
		close(ended)
		<-cleared
	}
}
