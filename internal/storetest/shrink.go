package storetest

import (
	"reflect"
	"slices"
	"time"
)

// shrinkTime limits how long a failing sequence is shrunk.
const shrinkTime = 30 * time.Second

// shrunk returns the fewest and simplest commands it finds that still fail. It drops commands first,
// then parts of them, as long as that makes progress.
//
// (rapid shrinks the random bits; with that, a sequence of large values stays large.)
func shrunk(commands []Command, fails func([]Command) bool) []Command {
	s := &shrinker{commands: slices.Clone(commands), fails: fails, until: time.Now().Add(shrinkTime)}
	for s.progress = true; s.progress && !s.late(); {
		s.progress = false
		s.dropCommands()
		for i := range s.commands {
			s.simplify(i)
		}
	}
	return s.commands
}

type shrinker struct {
	commands []Command
	fails    func([]Command) bool
	until    time.Time
	progress bool
}

func (s *shrinker) late() bool { return time.Now().After(s.until) }

// try reports whether the commands still fail, and counts that as progress.
func (s *shrinker) try() bool {
	if s.late() || !s.fails(s.commands) {
		return false
	}
	s.progress = true
	return true
}

// dropCommands drops long runs of commands first, then single ones.
func (s *shrinker) dropCommands() {
	for n := len(s.commands) / 2; n > 0; n /= 2 {
		for i := len(s.commands) - n; i >= 0; i -= n {
			before := s.commands
			if s.commands = slices.Delete(slices.Clone(before), i, i+n); !s.try() {
				s.commands = before
			}
			i = min(i, len(s.commands))
		}
	}
}

// simplify drops what one command does not need.
func (s *shrinker) simplify(i int) {
	v := reflect.New(reflect.TypeOf(s.commands[i])).Elem()
	v.Set(reflect.ValueOf(s.commands[i]))
	s.reduce(v, func() bool {
		before := s.commands[i]
		s.commands[i] = v.Interface().(Command)
		if s.try() {
			return true
		}
		s.commands[i] = before
		return false
	})
}

// reduce shrinks a value as long as try accepts it.
func (s *shrinker) reduce(v reflect.Value, try func() bool) {
	if v.IsZero() {
		return
	}
	before := reflect.New(v.Type()).Elem()
	before.Set(v)
	if v.SetZero(); try() {
		return
	}
	v.Set(before)
	if _, is := v.Interface().(time.Time); is {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			s.reduce(v.Field(i), try)
		}
	case reflect.Slice:
		s.reduceList(v, try)
	}
}

func (s *shrinker) reduceList(v reflect.Value, try func() bool) {
	for i := v.Len() - 1; i >= 0; i-- {
		before := copied(v, -1)
		if v.Set(copied(v, i)); !try() {
			v.Set(before)
		}
	}
	v.Set(copied(v, -1)) // so that the changes below affect no other value
	for i := range v.Len() {
		s.reduce(v.Index(i), try)
	}
}

// copied returns a copy of a list, without one item.
func copied(list reflect.Value, without int) reflect.Value {
	out := reflect.MakeSlice(list.Type(), 0, list.Len())
	for i := range list.Len() {
		if i != without {
			out = reflect.Append(out, list.Index(i))
		}
	}
	return out
}
