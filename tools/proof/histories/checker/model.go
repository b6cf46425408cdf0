package main

import (
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
	// apply is the state after the call, and whether the object can give the call's answer.
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

// step is how one call enters the search.
type step struct {
	call *Call
	// The call may have had its effect or not; both are tried.
	isOpen bool
}

// operations are the calls as the search takes them. A call without an answer never returns.
func operations(history *History, calls []*Call, how reading) []porcupine.Operation {
	result := []porcupine.Operation{}
	for _, call := range calls {
		if strings.HasPrefix(call.Operation, "read") && call.Outcome != done {
			continue // It tells nothing.
		}
		operation := porcupine.Operation{ClientId: call.Client, Input: step{call: call}, Call: call.Start, Return: call.End}
		if call.Outcome == unknown {
			operation.Return = math.MaxInt64
		}
		if call.Outcome == notDone {
			if how == strict || (how == excused && !history.diedDuring(call)) {
				continue
			}
			operation.Input = step{call: call, isOpen: how == excused}
			if how == lenient {
				operation.Return = math.MaxInt64
			}
		}
		result = append(result, operation)
	}
	return result
}

// search asks Porcupine whether the operations have an order that the machine allows.
func (m machine) search(operations []porcupine.Operation, limit time.Duration) (porcupine.CheckResult, []int) {
	sequential := porcupine.NondeterministicModel{
		Init: func() []any { return []any{m.initial} },
		Step: func(from, input, _ any) []any {
			next := []any{}
			one := input.(step)
			if after, isLegal := m.apply(from, one.call); isLegal {
				next = append(next, after)
			}
			if one.isOpen {
				next = append(next, from)
			}
			return next
		},
		Equal: sameState,
	}
	result, info := porcupine.CheckOperationsVerbose(sequential.ToModel(), operations, limit)
	return result, notPlaced(operations, info)
}

func sameState(one, two any) bool {
	if comparing, has := one.(interface{ equal(state) bool }); has {
		return comparing.equal(two)
	}
	return one == two
}

// notPlaced are the calls that the longest order found has no place for: one of them shows the fault.
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
		if one := operation.Input.(step); !slices.Contains(longest, index) && one.call.Outcome != unknown {
			ids = append(ids, one.call.ID)
		}
	}
	return ids
}
