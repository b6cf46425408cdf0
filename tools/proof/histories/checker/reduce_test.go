package main

import (
	"math/rand"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

// Random short histories of one charge, half of which no order explains: the verdict is the same with and
// without the reduction.
func TestReductionChangesNoVerdict(t *testing.T) {
	cart := &Cart{Lines: []Line{{Product: "tea", Price: 100, Qty: 2}}, Total: 200}
	carts := map[string]*Cart{"checkout": cart}
	random := rand.New(rand.NewSource(1))
	counts := map[porcupine.CheckResult]int{}
	for range 30_000 {
		calls := drawCalls(random, cart)
		machine := chargeModel(carts).begin("checkout", calls)
		history := &History{Carts: carts}
		reduced := operations(history, calls, strict)
		isReducing = false
		whole := operations(history, calls, strict)
		isReducing = true
		want, _ := machine.search(whole, time.Minute)
		got, _ := machine.search(reduced, time.Minute)
		counts[want]++
		if want != got {
			t.Fatalf("%s, and %s once reduced:\n%v", want, got, describe(history, calls))
		}
	}
	if counts[porcupine.Ok] < 1000 || counts[porcupine.Illegal] < 1000 {
		t.Fatalf("the histories prove little: %v", counts)
	}
}

// drawCalls makes three to eight calls whose times overlap, and whose answers are often possible.
func drawCalls(random *rand.Rand, cart *Cart) []*Call {
	captureAnswer := Answer{Journal: "journal", Fee: cart.fee()}
	kinds := []Call{
		{Operation: "authorize", Shopper: "shopper", Outcome: done, Answer: Answer{Charge: "charge"}},
		{Operation: "authorize", Shopper: "shopper", Outcome: done, Answer: Answer{Charge: "charge"}},
		{Operation: "authorize", Shopper: "shopper", Outcome: unknown},
		{Operation: "authorize", Shopper: "other", Outcome: refused, Reason: "checkout authorized"},
		{Operation: "capture", Charge: "charge", Outcome: done, Answer: captureAnswer},
		{Operation: "capture", Charge: "charge", Outcome: done, Answer: captureAnswer},
		{Operation: "capture", Charge: "charge", Outcome: unknown},
		{Operation: "void", Charge: "charge", Outcome: refused, Reason: "auth not voidable"},
		{Operation: "return", Charge: "charge", Outcome: unknown},
		{Operation: "return", Charge: "charge", Outcome: refused, Reason: "return qty exceeds captured"},
		{Operation: "read checkout", Outcome: done, Answer: Answer{Status: authorized}},
		{Operation: "read checkout", Outcome: done, Answer: Answer{Status: captured}},
	}
	calls := []*Call{}
	for id := range 3 + random.Intn(6) {
		call := kinds[random.Intn(len(kinds))]
		call.ID, call.Client, call.Checkout = id, id, "checkout"
		call.Start = int64(random.Intn(20))
		call.End = call.Start + int64(random.Intn(12))
		calls = append(calls, &call)
	}
	return calls
}
