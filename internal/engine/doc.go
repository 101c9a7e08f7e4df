// Package engine installs, starts, supervises and stops the servers that causeway keeps its data
// in: Neo4j and Weaviate.
//
// There are four kinds. [Embedded] engines are a file and need no server; this package only locks
// their home folder, so that one process at a time uses it. [Native] servers are installed once into
// the user's cache folder and run as child processes on loopback ports; [Docker] servers are those of
// docker-compose.yml; [External] servers are run by somebody else and only checked.
//
// Its one invariant: never two servers on one data folder. Each server inherits a lock on its
// folder that the kernel holds exactly as long as the server lives, whatever happens to causeway
// itself. If a supervisor is killed, its servers keep running; the next [Up] adopts them, or first
// stops them if they are of another version, do not answer, or refuse the password.
//
// The command line and the tests call it:
//
//	engines, err := engine.Up(ctx, engine.Options{Kind: engine.Native, Home: home})
//	if err != nil {
//		return err
//	}
//	defer engines.Stop()
//	state := engines.State() // addresses and the password's file
//	return engines.Wait()    // until ctx ends or a server cannot be kept running
//
// To run them in the background, a command calls [Install], so that its user sees the progress,
// starts itself again in its own session with the output in a file, and waits until
// that process answers. The background process must handle SIGTERM, which [Down] sends, by canceling
// the context of Up.
//
// It runs on Linux and macOS.
package engine
