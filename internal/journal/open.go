package journal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/checksumvfs"
	"github.com/causeway-memory/causeway/internal/migration"
	"github.com/causeway-memory/causeway/internal/sqlitefile"
)

// applicationID marks the file as a journal of causeway ("cwyj").
const applicationID = 0x6377796a

// What Options have when they say nothing.
const (
	// DefaultMaxRecords is the most records that wait.
	DefaultMaxRecords = 200_000
	// DefaultMaxBytes is the most bytes of bodies that wait.
	DefaultMaxBytes = 256 << 20
	// DefaultKeepReceipts is how long receipts are kept after their records were applied.
	DefaultKeepReceipts = 7 * 24 * time.Hour
)

// readerCount is how many calls read at once.
const readerCount = 4

// Options say which file holds the journal, and bound it.
type Options struct {
	// Path is the path of the file; the file and its folder are created if they are missing.
	Path string
	// MaxRecords and MaxBytes bound what waits to be applied or indexed or was set aside; 0 means the defaults.
	MaxRecords, MaxBytes int64
	// KeepReceipts is how long receipts are kept after their records were applied; 0 means the default.
	KeepReceipts time.Duration
	// Now tells the time. It is kept and shown, and decides about nothing but the age of receipts.
	Now func() time.Time
}

// Journal is a file of records. It is safe for concurrent use.
type Journal struct {
	options Options
	queue   *queue
	readers *sqlitefile.Pool
	guard   *sqlitefile.Guard
	commits *sqlitefile.Commits
	numbers numbers
	damage  damaged
	// wiping says that the log may hold what was purged.
	wiping atomic.Bool
	// sinceLook counts the commits since the log was looked at; only the writer uses it.
	sinceLook int
	copyDue   chan struct{}
	// close ends what runs, once.
	close func() error
}

// damaged is what was found damaged.
type damaged struct {
	mu        sync.Mutex
	stretches []Damage
	err       error
}

// Open returns the journal in a file, which it creates when there is none. It waits until ctx ends for another process that holds the
// journal, and returns an [ErrInUse] then. It refuses, with one sentence that says why, a file that it cannot
// write, one that is not its own, and one whose last records are missing, and leaves them as they are. The
// caller closes the Journal.
func Open(ctx context.Context, o Options) (*Journal, error) {
	if o.MaxRecords <= 0 {
		o.MaxRecords = DefaultMaxRecords
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.KeepReceipts <= 0 {
		o.KeepReceipts = DefaultKeepReceipts
	}
	j := &Journal{
		options: o, queue: newQueue(), guard: sqlitefile.NewGuard(o.Path), commits: sqlitefile.NewCommits(o.Path), copyDue: make(chan struct{}, 1),
		numbers: numbers{most: Backlog{o.MaxRecords, o.MaxBytes}, now: o.Now, changed: make(chan struct{})},
	}
	if err := os.MkdirAll(filepath.Dir(o.Path), 0o700); err != nil {
		return nil, fmt.Errorf("open the journal: its folder cannot be made: %w", err)
	}
	if err := j.lock(ctx); err != nil {
		return nil, errors.Join(err, j.commits.Close())
	}
	writer, err := j.openFile()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the journal %s: %w", o.Path, err), j.commits.Close())
	}
	j.wiping.Store(true) // a process that was killed after a purge may have left some of it in the log
	j.start(writer)
	return j, nil
}

// lockAgain is how often a journal that another process holds is tried.
const lockAgain = 50 * time.Millisecond

// lock makes this process the one that holds the journal. The system gives the lock up when the process ends.
func (j *Journal) lock(ctx context.Context) error {
	file, err := j.commits.Open()
	if err != nil {
		return fmt.Errorf("open the journal: %w", err)
	}
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return nil
		case !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR):
			return fmt.Errorf("open the journal: lock %s: %w", j.commits.Path(), err)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("open the journal: %w: %s is locked; stop that process, or name another home folder", ErrInUse, j.commits.Path())
		case <-time.After(lockAgain):
		}
	}
}

// openFile opens the connection that writes, to a file that is sound, ours and up to date.
func (j *Journal) openFile() (_ *sqlite.Conn, err error) {
	path, kept := j.options.Path, j.commits.Last()
	info, err := os.Stat(path)
	log, logErr := os.Stat(path + "-wal")
	unclean := logErr == nil && log.Size() > 0
	if isNew := errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0; isNew {
		switch {
		case unclean:
			return nil, fmt.Errorf("the file is gone or empty, but its log %s-wal is not; put the file back that belongs to it", path)
		case kept > 0:
			return nil, fmt.Errorf("the file is gone or empty, and had %d records; put it back, or remove %s to begin a new one", kept, j.commits.Path())
		case err == nil:
			err = os.Remove(path)
		default:
			err = nil
		}
		if err = errors.Join(err, checksumvfs.Create(path, applicationID)); err != nil {
			return nil, err
		}
	} else if err != nil {
		return nil, err
	}
	if unclean {
		// What is in the log was perhaps never written by the drive, although it can be read: a commit that failed, or a
		// process that was killed before its fsync. An answer UNCHANGED must not rest on that.
		if err := checksumvfs.RewriteLog(path + "-wal"); err != nil {
			return nil, err
		}
	}
	conn, err := checksumvfs.Open(path, sqlite.OpenReadWrite)
	if err != nil {
		return nil, j.explain(err)
	}
	if err := j.prepare(conn, unclean, kept); err != nil {
		return nil, errors.Join(j.explain(err), conn.Close())
	}
	return conn, nil
}

// prepare makes an open file ready to be written.
func (j *Journal) prepare(conn *sqlite.Conn, unclean bool, kept uint32) error {
	id, err := sqlitefile.Pragma(conn, "application_id", (*sqlite.Stmt).ColumnInt)
	if err != nil {
		return err
	}
	if id != applicationID {
		return errors.New("it is a SQLite database of another application; name another file")
	}
	if err := setWriter(conn); err != nil {
		return err
	}
	if err := j.refuseLoss(conn, unclean, kept); err != nil {
		return err
	}
	if err := migrate(conn); err != nil {
		return err
	}
	if err := j.count(conn); err != nil {
		return err
	}
	return j.guard.Hold()
}

// refuseLoss returns an error if the file ends before a record that was acknowledged. What SQLite did not take of the log, because it
// is damaged, it drops when the file is closed; a copy of the log stays then.
func (j *Journal) refuseLoss(conn *sqlite.Conn, unclean bool, kept uint32) error {
	begun, err := sqlitefile.Pragma(conn, "user_version", (*sqlite.Stmt).ColumnInt)
	var last int64
	if err == nil && begun > 0 {
		last, err = lastSequence(conn)
	}
	have := uint32(last)
	if err != nil || kept == 0 || !sqlitefile.After(kept, have) {
		return err
	}
	path := j.options.Path
	reason := fmt.Sprintf("Its log %s-wal is gone or was emptied, or the file is an older copy", path)
	if unclean {
		reason = fmt.Sprintf("Its log %s-wal is damaged after that; %s-damaged is a copy", path, path+"-wal")
		if err := copyFile(path+"-wal", path+"-wal-damaged"); err != nil {
			return fmt.Errorf("copy the damaged log: %w", err)
		}
	}
	return fmt.Errorf("its last %d records are missing: it ends with record %d, and %d was acknowledged. %s. "+
		"Put back what belongs together; to go on without these records, remove %s", kept-have, last, kept, reason, j.commits.Path())
}

func copyFile(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o600) //nolint:gosec // both are names beside the journal's own file
}

// migrate runs the steps of the schema that are missing, all or none. The file keeps how many have run.
func migrate(conn *sqlite.Conn) (err error) {
	steps, err := migration.Steps(schema(), "*.sql")
	if err != nil {
		return err
	}
	have, err := sqlitefile.Pragma(conn, "user_version", (*sqlite.Stmt).ColumnInt)
	if err != nil || have == len(steps) {
		return err
	}
	if have > len(steps) {
		return migration.Newer(fmt.Sprintf("%03d of the journal", have))
	}
	end, err := sqlitex.ImmediateTransaction(conn)
	if err != nil {
		return err
	}
	defer end(&err)
	for _, step := range steps[have:] {
		if err := sqlitex.ExecuteScript(conn, step.Text, nil); err != nil {
			return fmt.Errorf("step %s: %w", step.Name, err)
		}
	}
	return sqlitefile.Execute(conn, fmt.Sprintf("PRAGMA user_version = %d", len(steps)))
}

// count learns how much is in each state.
func (j *Journal) count(conn *sqlite.Conn) error {
	n := &j.numbers
	err := query(conn, sumStates, nil, func(r row) {
		n.held[r.int64("state")] = Backlog{Records: r.int64("records"), Bytes: r.int64("bytes")}
	})
	if !isDamage(err) {
		return err
	}
	n.held = [stateCount]Backlog{}
	return j.scan(conn, 0, func(e Entry) bool {
		if e.State != StateIndexed {
			of := &n.held[stateNumber(e.State)]
			of.Records, of.Bytes = of.Records+1, of.Bytes+int64(len(e.Body))
		}
		return true
	})
}

// start begins the goroutine that writes and the one that copies the log.
func (j *Journal) start(writer *sqlite.Conn) {
	j.readers = sqlitefile.NewPool(readerCount, j.connectReader)
	copiers := sqlitefile.NewPool(1, j.connectReader)
	ctx, stop := context.WithCancel(context.Background())
	var running, copying sync.WaitGroup
	running.Go(func() { j.write(writer) })
	copying.Go(func() { j.copyLog(ctx, copiers) })
	j.close = sync.OnceValue(func() error {
		j.queue.close()
		running.Wait()
		stop()
		copying.Wait()
		// The last connection writes the log back into the file.
		return errors.Join(j.readers.Close(), copiers.Close(), writer.Close(), j.commits.Close())
	})
}

// connectReader opens a connection that only reads.
func (j *Journal) connectReader(ctx context.Context) (*sqlite.Conn, error) {
	return sqlitefile.OpenReader(ctx, j.guard, 256, func() (*sqlite.Conn, error) {
		return checksumvfs.Open(j.options.Path, sqlite.OpenReadWrite)
	})
}

// Close waits for the calls that are in progress and closes the file. The Journal is of no use afterwards.
func (j *Journal) Close() error {
	if err := j.close(); err != nil {
		return fmt.Errorf("close %s: %w", j.options.Path, err)
	}
	return nil
}

// probeBytes is how much a look for whether the file can be written again writes.
const probeBytes = 64 << 10

// Tend does what an earlier call left to do, and returns an error while the file cannot be written: after
// a failure it writes something and removes it again. The application calls it every few seconds.
func (j *Journal) Tend(ctx context.Context) error {
	if err := j.guard.Trusted(); err != nil {
		return j.explain(err)
	}
	if j.guard.LastFailure() != nil {
		if err := j.do(ctx, &call{work: probe}); err != nil {
			return fmt.Errorf("look whether the journal can be written again: %w", err)
		}
	}
	if !j.wiping.Load() {
		return nil
	}
	if err := j.do(ctx, &call{alone: j.wipe}); err != nil {
		return fmt.Errorf("empty the log of the journal: %w", err)
	}
	return nil
}

// probe writes something and removes it again.
func probe(conn *sqlite.Conn) (change, error) {
	p := params{"$project": "", "$key": "", "$digest": make([]byte, probeBytes), "$last": 0, "$sequences": "[]"}
	return change{}, errors.Join(exec(conn, addCall, p), exec(conn, purgeCalls, params{"$project": "", "$last": 0}))
}

// explain maps what SQLite returns to the errors of the domain; others stay as they are.
func (j *Journal) explain(err error) error {
	var known *episodic.EngineError
	switch code := sqlite.ErrCode(err).ToPrimary(); {
	case err == nil, errors.As(err, &known):
		return err
	case errors.Is(err, sqlitefile.ErrClosed):
		return ErrClosed
	case code == sqlite.ResultFull:
		err = fmt.Errorf("there is no room left for %s; nothing was written: %w", j.options.Path, err)
	case sqlitefile.Reason(err) == "" && code != sqlite.ResultBusy && code != sqlite.ResultNoMem:
		return err
	}
	return &episodic.EngineError{Engine: "the journal", Reason: sqlitefile.Reason(err), Err: err}
}
