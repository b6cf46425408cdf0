package main

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

type state any

// model is a sequential specification of one kind of object.
type model struct {
	name string
	// objects names the objects of this kind that the call is about.
	objects func(call *Call) []string
	// begin makes the specification of one object from all calls that name it.
	begin func(object string, calls []*Call) machine
}

// machine specifies one object.
type machine struct {
	initial state
	// apply is the state after the call; false when the object cannot give the call's answer.
	apply func(from state, call *Call) (state, bool)
}

// reading says how calls answered 503 are read.
type reading int

const (
	// strict: a command answered 503 has no effect.
	strict reading = iota
	// excused: it may have had its effect before the answer if a process died meanwhile.
	excused
	// lenient: it may have its effect at any later time.
	lenient
)

// step is how one call enters the search. A step without a call is the end of the history.
type step struct {
	call *Call
	// The call has its effect before its answer, or never.
	isOpen bool
	// The call has its effect at any time after its start, or never.
	isEndless bool
	// The books show that an endless call had its effect.
	isSure bool
	// An equal call had the effect: this one only finds it done.
	isRepeat bool
}

// operations turns calls into the operations that Porcupine searches.
func operations(history *History, calls []*Call, how reading) []porcupine.Operation {
	result, last := []porcupine.Operation{}, int64(0)
	seen := map[string]bool{}
	for _, call := range byStart(calls) {
		last = max(last, call.Start, call.End)
		one := step{call: call}
		switch {
		case call.Outcome == done || call.Outcome == refused:
		case strings.HasPrefix(call.Operation, "read"):
			continue // A read without an answer shows nothing.
		case call.InBooks != nil && !*call.InBooks:
			continue // It had no effect before the last read.
		case call.InBooks != nil && call.Outcome == unknown:
			one.isEndless, one.isSure = true, true
		case call.Outcome == unknown || how == lenient:
			one.isEndless = true
		case how == excused && history.diedDuring(call):
			one.isOpen = true
		default:
			continue // It has no effect.
		}
		if isReducing && one.isEndless && !one.isSure && isOnceOnly(call) && seen[call.key()] {
			continue // The earlier of two equal calls represents both: only one of them can have an effect.
		}
		operation := porcupine.Operation{ClientId: call.Client, Input: one, Call: call.Start, Return: call.End}
		if one.isEndless {
			seen[call.key()] = true
			operation.Return = math.MaxInt64
		}
		result = append(result, operation)
	}
	end := porcupine.Operation{Input: step{}, Call: last + 1, Return: math.MaxInt64}
	return append(reduce(result), end)
}

func byStart(calls []*Call) []*Call {
	sorted := slices.Clone(calls)
	slices.SortStableFunc(sorted, func(one, two *Call) int { return cmp.Compare(one.Start, two.Start) })
	return sorted
}

// isOnceOnly is true when at most one of several equal calls has an effect.
func isOnceOnly(call *Call) bool {
	switch call.Operation {
	case "authorize", "capture", "void", "settle", "fail", "send back":
		return true
	case "return":
		return call.Items == nil
	}
	return false
}

// key is equal for equal calls.
func (call *Call) key() string {
	return strings.Join([]string{call.Operation, call.Checkout, call.Payout, call.Shopper}, " ")
}

// searchState is the state of the object, and whether the history has ended.
type searchState struct {
	object  state
	isEnded bool
}

// search asks Porcupine whether the operations have an order that the machine allows.
//
// An endless call enters the order before the end only where it has an effect, and after the end without one:
// otherwise every set of endless calls without effect would be a case of its own.
func (m machine) search(operations []porcupine.Operation, limit time.Duration) (porcupine.CheckResult, []int) {
	sequential := porcupine.NondeterministicModel{
		Init: func() []any { return []any{searchState{m.initial, false}} },
		Step: func(from, input, _ any) []any {
			before, one := from.(searchState), input.(step)
			if one.call == nil {
				return []any{searchState{before.object, true}}
			}
			if before.isEnded && one.isSure {
				return []any{}
			}
			if before.isEnded {
				return []any{from}
			}
			after, isLegal := m.apply(before.object, one.call)
			next := []any{}
			isQuiet := sameState(before.object, after)
			if isLegal && !(one.isEndless && isQuiet) && !(one.isRepeat && !isQuiet) {
				next = append(next, searchState{after, false})
			}
			if one.isOpen {
				next = append(next, from)
			}
			return next
		},
		Equal: func(one, two any) bool {
			first, second := one.(searchState), two.(searchState)
			return first.isEnded == second.isEnded && sameState(first.object, second.object)
		},
	}
	result, info := porcupine.CheckOperationsVerbose(sequential.ToModel(), operations, limit)
	return result, notPlaced(operations, info)
}

func sameState(one, two state) bool {
	if comparing, has := one.(interface{ equal(state) bool }); has {
		return comparing.equal(two)
	}
	return one == two
}

// notPlaced are the calls that the longest order cannot place: one of them shows the fault.
func notPlaced(operations []porcupine.Operation, info porcupine.LinearizationInfo) []int {
	longest := []int{}
	for _, partition := range info.PartialLinearizations() {
		for _, order := range partition {
			if len(order) > len(longest) {
				longest = order
			}
		}
	}
	ids := []int{}
	for index, operation := range operations {
		if one := operation.Input.(step); one.call != nil && !one.isEndless && !slices.Contains(longest, index) {
			ids = append(ids, one.call.ID)
		}
	}
	return ids
}
