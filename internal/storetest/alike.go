package storetest

import (
	"reflect"
	"time"
)

// alike reports whether two answers are equal. A missing list equals an empty one, and times are
// compared without their zone. The result is that of go-cmp, many times faster; go-cmp prints the
// differences.
func alike(a, b reflect.Value) bool {
	if !a.IsValid() || !b.IsValid() {
		return a.IsValid() == b.IsValid()
	}
	if a.Type() != b.Type() {
		return false
	}
	if t, is := a.Interface().(time.Time); is {
		return t.Equal(b.Interface().(time.Time))
	}
	switch a.Kind() {
	case reflect.Interface, reflect.Pointer:
		return alike(a.Elem(), b.Elem())
	case reflect.Struct:
		for i := range a.NumField() {
			if !alike(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		return a.Len() == b.Len() && alikeItems(a, b)
	case reflect.Map:
		return a.Len() == b.Len() && alikeEntries(a, b)
	default:
		return a.Equal(b)
	}
}

func alikeItems(a, b reflect.Value) bool {
	for i := range a.Len() {
		if !alike(a.Index(i), b.Index(i)) {
			return false
		}
	}
	return true
}

func alikeEntries(a, b reflect.Value) bool {
	for _, key := range a.MapKeys() {
		if !alike(a.MapIndex(key), b.MapIndex(key)) {
			return false
		}
	}
	return true
}
