package main

import (
	"cmp"
	"slices"
	"strings"
)

// payoutState is one payout. An unanswered one has no id until the books name it.
type payoutState struct {
	id, phase string
	amount    int64
}

// balanceState is a merchant's balance, with the merchant's charges and payouts.
type balanceState struct {
	available, pending int64
	charges            []chargeState
	payouts            []payoutState
}

func (one balanceState) equal(other state) bool {
	two := other.(balanceState)
	return one.available == two.available && one.pending == two.pending &&
		slices.Equal(one.charges, two.charges) && slices.Equal(one.payouts, two.payouts)
}

// balanceModel checks a merchant's balance: captures, returns, payouts, and the ends of payouts.
// Authorizations are left out, because they move no money of the merchant.
func balanceModel(carts map[string]*Cart) model {
	return model{
		name: "balance",
		objects: func(call *Call) []string {
			if call.Operation == "authorize" || call.Merchant == "" {
				return nil
			}
			if isPayout(call) || call.Operation == "read balance" || (movesCharge(call) && carts[call.Checkout] != nil) {
				return []string{call.Merchant}
			}
			return nil
		},
		begin: func(_ string, calls []*Call) machine {
			positions := positionsOf(calls)
			initial := balanceState{charges: newCharges(len(positions), chargeState{phase: authorized})}
			return machine{initial: initial, apply: func(from state, call *Call) (state, bool) {
				before := from.(balanceState)
				switch {
				case call.Operation == "read balance":
					return before, call.Answer.Available == before.available && call.Answer.Pending == before.pending
				case call.Operation == "payout":
					return before.payOut(call)
				case isPayout(call):
					return before.movePayout(call)
				}
				return before.applyCharge(call, chargeAt{carts[call.Checkout], positions[call.Checkout]})
			}}
		},
	}
}

func isPayout(call *Call) bool {
	switch call.Operation {
	case "payout", "settle", "fail", "send back", "read payout":
		return true
	}
	return false
}

func (before balanceState) applyCharge(call *Call, at chargeAt) (state, bool) {
	was := before.charges[at.position]
	is, moved, isLegal := was.apply(call, at.cart)
	if !isLegal {
		return before, false
	}
	after := before
	after.charges = slices.Clone(before.charges)
	after.charges[at.position] = is
	if was.phase == authorized && is.phase == captured {
		after.available += at.cart.net()
	}
	after.available -= moved.amount - moved.cut
	return after, true
}

func (before balanceState) payOut(call *Call) (state, bool) {
	isEnough := before.available >= call.Amount
	if call.Outcome == refused {
		return before, !isEnough && call.Reason == "insufficient balance"
	}
	if !isEnough {
		return before, call.Outcome != done
	}
	after := before
	after.available -= call.Amount
	after.pending += call.Amount
	after.payouts = append(slices.Clone(before.payouts), payoutState{id: call.Payout, phase: pending, amount: call.Amount})
	// Sorted, so that states that differ only in the order are equal.
	slices.SortFunc(after.payouts, func(one, two payoutState) int { return cmp.Compare(one.amount, two.amount) })
	return after, true
}

// payoutMoves are the legal moves of a payout, and where each leads.
var payoutMoves = map[string]map[string]string{
	"settle":    {pending: "SETTLED"},
	"fail":      {pending: "FAILED"},
	"send back": {"SETTLED": "RETURNED"},
}

func (before balanceState) movePayout(call *Call) (state, bool) {
	isAnswered := call.Outcome == done || call.Outcome == refused
	position := slices.IndexFunc(before.payouts, func(one payoutState) bool { return one.id == call.Payout })
	if position < 0 {
		return before, !isAnswered
	}
	was := before.payouts[position]
	if call.Operation == "read payout" {
		return before, call.Answer.Status == was.phase
	}
	to, isLegal := payoutMoves[call.Operation][was.phase]
	if call.Outcome == refused {
		return before, !isLegal && call.Reason == "payout "+strings.ToLower(was.phase)
	}
	if !isLegal {
		return before, !isAnswered
	}
	after := before
	after.payouts = slices.Clone(before.payouts)
	after.payouts[position].phase = to
	if was.phase == pending {
		after.pending -= was.amount
	}
	if to != "SETTLED" {
		after.available += was.amount
	}
	return after, true
}
