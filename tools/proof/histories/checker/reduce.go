package main

import (
	"encoding/json"

	"github.com/anishathalye/porcupine"
)

// isReducing is false only where a test compares with the whole history.
var isReducing = true

// reduce makes a history smaller without changing whether an order explains it. Without it, fifty equal calls
// at once are 2^50 sets to search.
//
// Of equal commands that were all answered 200, the first in the order has the effect, somewhere between the
// first start and the first answer; all of them then only find it done. A call without effect needs no place
// of its own where an equal one lies within its time: it can follow that one at once.
func reduce(operations []porcupine.Operation) []porcupine.Operation {
	if !isReducing {
		return operations
	}
	split := splitRepeats(operations)
	kept, byKey := []porcupine.Operation{}, map[string][]int{}
	for index, operation := range split {
		if key := operation.Input.(step).quietKey(); key != "" {
			byKey[key] = append(byKey[key], index)
		}
	}
	for index, operation := range split {
		if !containsEqual(split, index, byKey[operation.Input.(step).quietKey()]) {
			kept = append(kept, operation)
		}
	}
	return kept
}

// splitRepeats turns each group of equal commands into one with the effect, and one for each that finds it
// done.
func splitRepeats(operations []porcupine.Operation) []porcupine.Operation {
	result, effects := []porcupine.Operation{}, map[string]int{}
	for _, operation := range operations {
		one := operation.Input.(step)
		if one.call == nil || one.call.Outcome != done || (one.call.Operation != "authorize" && one.call.Operation != "capture") {
			result = append(result, operation)
			continue
		}
		key := one.call.key() + one.call.Answer.Charge + one.call.Answer.Journal
		effect, isKnown := effects[key]
		if !isKnown {
			effects[key] = len(result)
			result = append(result, operation)
		} else if operation.Return < result[effect].Return {
			result[effect].Return = operation.Return // The calls come in the order of their starts.
		}
		operation.Input = step{call: one.call, isRepeat: true}
		result = append(result, operation)
	}
	return result
}

// containsEqual is true when another operation with the same key lies within this one's time. Of two with the
// same time, the first stays.
func containsEqual(operations []porcupine.Operation, index int, equal []int) bool {
	outer := operations[index]
	for _, other := range equal {
		inner := operations[other]
		isWithin := inner.Call >= outer.Call && inner.Return <= outer.Return
		isSame := inner.Call == outer.Call && inner.Return == outer.Return
		if other != index && isWithin && (!isSame || other < index) {
			return true
		}
	}
	return false
}

// quietKey is equal for equal steps that never have an effect; empty for the others.
func (one step) quietKey() string {
	call := one.call
	if call == nil || one.isOpen || one.isEndless {
		return ""
	}
	isRead := len(call.Operation) > 4 && call.Operation[:4] == "read"
	if !one.isRepeat && !isRead && call.Outcome != refused {
		return ""
	}
	rest, _ := json.Marshal([]any{call.Outcome, call.Reason, call.Amount, call.Items, call.Charge, call.Answer, one.isRepeat})
	return call.key() + string(rest)
}
