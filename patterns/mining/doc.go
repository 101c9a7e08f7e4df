// Package mining looks for candidates of patterns in what episodes tell: a trigger of one or two
// states and an action that is followed by success more often than without it, steps that end
// well in a certain order, and what is done after an error by those that recover. It promotes a
// candidate only on a test that holds the recorded causes of the action fixed, and counts every
// candidate that it looked at. It knows numbers only; the same input gives the same output.
package mining
