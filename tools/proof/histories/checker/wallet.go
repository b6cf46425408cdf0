package main

import "slices"

// walletState is a shopper's wallet, with the charges that the shopper tried to authorize: the effect of a
// capture, a void or a return on the wallet depends on the earlier state of the charge.
type walletState struct {
	balance, held int64
	charges       []chargeState
}

func (one walletState) equal(other state) bool {
	two := other.(walletState)
	return one.balance == two.balance && one.held == two.held && slices.Equal(one.charges, two.charges)
}

// walletModel checks a shopper's wallet: top-ups, holds, captures, releases, refunds and reads.
// Reads and refusals that say nothing about the wallet are left out: the charge's model checks them.
func walletModel(carts map[string]*Cart, calls []*Call) model {
	shoppers := shoppersByCheckout(calls)
	return model{
		name: "wallet",
		objects: func(call *Call) []string {
			switch {
			case call.Operation == "top up" || call.Operation == "read wallet":
				return []string{call.Shopper}
			case call.Operation == "authorize" && call.Outcome == refused && call.Reason == "insufficient balance":
				return []string{call.Shopper}
			case movesCharge(call) && carts[call.Checkout] != nil:
				return shoppers[call.Checkout]
			}
			return nil
		},
		begin: func(shopper string, calls []*Call) machine {
			positions := positionsOf(calls)
			initial := walletState{charges: newCharges(len(positions), chargeState{phase: pending})}
			return machine{initial: initial, apply: func(from state, call *Call) (state, bool) {
				before := from.(walletState)
				switch call.Operation {
				case "read wallet":
					return before, call.Answer.Balance == before.balance && call.Answer.Held == before.held
				case "top up":
					before.balance += call.Amount
					return before, true
				}
				return before.applyCharge(shopper, call, chargeAt{carts[call.Checkout], positions[call.Checkout]})
			}}
		},
	}
}

// chargeAt is the cart of a charge and the charge's place in a state.
type chargeAt struct {
	cart     *Cart
	position int
}

func (before walletState) applyCharge(shopper string, call *Call, at chargeAt) (state, bool) {
	isOwn := call.Operation == "authorize" && call.Shopper == shopper
	if call.Outcome == refused {
		return before, before.balance-before.held < at.cart.Total
	}
	was := before.charges[at.position]
	is, moved, isLegal := was.apply(call, at.cart)
	if !isLegal {
		return before, false
	}
	after := before
	after.charges = slices.Clone(before.charges)
	after.charges[at.position] = is
	if is.shopper != shopper {
		return after, true
	}
	switch {
	case was.phase == pending && is.phase == authorized:
		if isOwn && before.balance-before.held < at.cart.Total {
			return before, call.Outcome != done
		}
		after.held += at.cart.Total
	case was.phase == authorized && is.phase == captured:
		after.held -= at.cart.Total
		after.balance -= at.cart.Total
	case was.phase == authorized && is.phase == voided:
		after.held -= at.cart.Total
	}
	after.balance += moved.amount
	return after, true
}

// movesCharge is true when the call changed a charge, or may have.
func movesCharge(call *Call) bool {
	switch call.Operation {
	case "authorize", "capture", "void", "return":
		return call.Outcome != refused
	}
	return false
}

// shoppersByCheckout names everyone who tried to authorize each checkout.
func shoppersByCheckout(calls []*Call) map[string][]string {
	shoppers := map[string][]string{}
	for _, call := range calls {
		if call.Operation == "authorize" && !slices.Contains(shoppers[call.Checkout], call.Shopper) {
			shoppers[call.Checkout] = append(shoppers[call.Checkout], call.Shopper)
		}
	}
	return shoppers
}

// positionsOf gives each checkout that these calls name its place in a state.
func positionsOf(calls []*Call) map[string]int {
	positions := map[string]int{}
	for _, call := range calls {
		if _, isKnown := positions[call.Checkout]; call.Checkout != "" && !isKnown {
			positions[call.Checkout] = len(positions)
		}
	}
	return positions
}

func newCharges(count int, each chargeState) []chargeState {
	charges := make([]chargeState, count)
	for index := range charges {
		charges[index] = each
	}
	return charges
}
