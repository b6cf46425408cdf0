package main

import "strings"

// The states of a charge. Before it is authorized there is a checkout only.
const (
	pending    = "PENDING"
	authorized = "AUTHORIZED"
	captured   = "CAPTURED"
	voided     = "VOIDED"
)

// chargeState is a checkout with its charge and its returns. An empty id is one that no answer has named yet.
type chargeState struct {
	phase, shopper, charge, journal string
	back                            returned
}

// chargeModel checks one checkout: its authorization, its capture or void, and its returns.
func chargeModel(carts map[string]*Cart) model {
	return model{
		name: "charge",
		objects: func(call *Call) []string {
			if call.Checkout == "" || carts[call.Checkout] == nil {
				return nil
			}
			return []string{call.Checkout}
		},
		begin: func(string, []*Call) machine {
			return machine{initial: chargeState{phase: pending}, apply: func(from state, call *Call) (state, bool) {
				to, _, isLegal := from.(chargeState).apply(call, carts[call.Checkout])
				return to, isLegal
			}}
		},
	}
}

// apply is the charge after this call; false when the charge cannot give this answer. A call without an
// answer takes effect if the charge allows it, and otherwise leaves the charge as it is.
func (before chargeState) apply(call *Call, cart *Cart) (chargeState, refund, bool) {
	if call.Outcome == refused {
		return before, refund{}, before.refuses(call, cart)
	}
	isAnswered := call.Outcome == done
	switch call.Operation {
	case "authorize":
		return before.authorize(call, isAnswered)
	case "capture":
		return before.capture(call, cart, isAnswered)
	case "void":
		after, isLegal := before.move(call, voided)
		return orSame(before, after, isLegal, isAnswered)
	case "return":
		return before.giveBack(call, cart, isAnswered)
	case "read checkout":
		return before, refund{}, call.Answer.Status == before.phase
	case "read sale":
		return before.shows(call)
	}
	return before, refund{}, false
}

func orSame(before, after chargeState, isLegal, isAnswered bool) (chargeState, refund, bool) {
	if isLegal {
		return after, refund{}, true
	}
	return before, refund{}, !isAnswered
}

func (before chargeState) authorize(call *Call, isAnswered bool) (chargeState, refund, bool) {
	if before.phase == pending {
		return chargeState{phase: authorized, shopper: call.Shopper, charge: call.Answer.Charge}, refund{}, true
	}
	if before.phase == authorized && before.shopper == call.Shopper && isAnswered {
		after, isSame := before.named(call.Answer.Charge)
		return after, refund{}, isSame
	}
	return before, refund{}, !isAnswered
}

func (before chargeState) capture(call *Call, cart *Cart, isAnswered bool) (chargeState, refund, bool) {
	answer := call.Answer
	isRight := answer.Journal != "" && answer.Fee == cart.fee() && answer.Deferred == cart.cashback() && answer.Recommender == 0
	if isAnswered && !isRight {
		return before, refund{}, false
	}
	if before.phase == captured && isAnswered {
		after := before
		if after.journal == "" {
			after.journal = answer.Journal
		}
		return after, refund{}, after.journal == answer.Journal
	}
	after, isLegal := before.move(call, captured)
	after.journal = answer.Journal
	return orSame(before, after, isLegal, isAnswered)
}

// move takes an authorized charge to its end.
func (before chargeState) move(call *Call, to string) (chargeState, bool) {
	if before.phase != authorized {
		return before, false
	}
	after, isSame := before.named(call.Charge)
	after.phase = to
	return after, isSame
}

// named binds the charge's id to the one that a call or an answer names; false when it has another.
func (before chargeState) named(charge string) (chargeState, bool) {
	after := before
	if after.charge == "" {
		after.charge = charge
	}
	return after, after.charge == charge
}

func (before chargeState) giveBack(call *Call, cart *Cart, isAnswered bool) (chargeState, refund, bool) {
	back, moved, isLeft := cart.giveBack(before.back, call.Items)
	isLegal := before.phase == captured && isLeft
	if isAnswered {
		answer := call.Answer
		isLegal = isLegal && answer.Refund == moved.amount && answer.BuyerCut == moved.cut && answer.RecCut == 0
	}
	if !isLegal {
		return before, refund{}, !isAnswered
	}
	after := before
	after.back = back
	return after, moved, true
}

func (before chargeState) shows(call *Call) (chargeState, refund, bool) {
	if call.Answer.Status != before.phase {
		return before, refund{}, false
	}
	if before.phase == pending {
		return before, refund{}, call.Answer.Charge == ""
	}
	after, isSame := before.named(call.Answer.Charge)
	return after, refund{}, isSame && call.Answer.ChargeStatus == before.phase
}

// refuses is true when the charge, in this state, refuses this call for this reason.
func (before chargeState) refuses(call *Call, cart *Cart) bool {
	switch call.Operation + ": " + call.Reason {
	case "authorize: insufficient balance":
		return before.phase == pending
	case "authorize: checkout " + strings.ToLower(before.phase):
		return before.phase != pending && (before.phase != authorized || before.shopper != call.Shopper)
	case "capture: auth not capturable":
		return before.phase == voided
	case "void: auth not voidable":
		return before.phase == captured || before.phase == voided
	case "return: charge not captured":
		return before.phase == authorized || before.phase == voided
	case "return: return qty exceeds captured":
		_, _, isLeft := cart.giveBack(before.back, call.Items)
		return before.phase == captured && !isLeft
	}
	return false
}
