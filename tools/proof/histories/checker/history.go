package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// The outcomes of a call, as its client saw them.
const (
	done    = "done"     // 200
	refused = "refused"  // 400, 403 or 404
	notDone = "not done" // 503: the service promises that the command has no effect
	unknown = "unknown"  // no answer, or 500: the command may take effect at any later time
)

// Line is one line of a product in a cart.
type Line struct {
	Product string `json:"product"`
	Price   int64  `json:"price"`
	Qty     int64  `json:"qty"`
	RateBps int64  `json:"rate_bps"`
}

// Cart is the content of a checkout. Amounts are minor units.
type Cart struct {
	Lines    []Line `json:"lines"`
	Shipping int64  `json:"shipping"`
	Tax      int64  `json:"tax"`
	Total    int64  `json:"total"`
}

// Item is a quantity of a product in a return.
type Item struct {
	Product string `json:"product"`
	Qty     int64  `json:"qty"`
}

// Answer holds the fields of all answers that the models compare.
type Answer struct {
	ID           string `json:"id,omitempty"`
	Charge       string `json:"charge,omitempty"`
	Journal      string `json:"journal,omitempty"`
	Fee          int64  `json:"fee,omitempty"`
	Recommender  int64  `json:"recommender,omitempty"`
	Deferred     int64  `json:"deferred,omitempty"`
	Refund       int64  `json:"refund,omitempty"`
	BuyerCut     int64  `json:"buyer_cut,omitempty"`
	RecCut       int64  `json:"rec_cut,omitempty"`
	Status       string `json:"status,omitempty"`
	ChargeStatus string `json:"charge_status,omitempty"`
	Balance      int64  `json:"balance,omitempty"`
	Held         int64  `json:"held,omitempty"`
	Available    int64  `json:"available,omitempty"`
	Pending      int64  `json:"pending,omitempty"`
}

// Call is one command or read of a client, with all its repeats under one idempotency key.
// Times are microseconds since the run began.
type Call struct {
	ID        int    `json:"id"`
	Client    int    `json:"client"`
	Operation string `json:"operation"`
	Merchant  string `json:"merchant"`
	Checkout  string `json:"checkout"`
	Charge    string `json:"charge"`
	Shopper   string `json:"shopper"`
	Payout    string `json:"payout"`
	Amount    int64  `json:"amount"`
	// Absent in a return of everything that is left.
	Items   []Item `json:"items"`
	Start   int64  `json:"start"`
	End     int64  `json:"end"`
	Status  int    `json:"http_status"`
	Outcome string `json:"outcome"`
	Reason  string `json:"reason"`
	Answer  Answer `json:"answer"`
	// True when the books show it. Only for a call without an answer whose amount identifies it.
	InBooks *bool `json:"in_books"`
}

// Fault is one fault that the run injected. `At` and `Until` are microseconds since the run began.
type Fault struct {
	Kind   string `json:"kind"`
	Target string `json:"target"`
	At     int64  `json:"at"`
	Until  int64  `json:"until"`
}

// History is everything that a run recorded.
type History struct {
	Calls  []*Call
	Faults []Fault
	Carts  map[string]*Cart
}

type record struct {
	Type     string `json:"type"`
	Checkout string `json:"checkout"`
	Cart     *Cart  `json:"cart"`
}

func readHistory(path string) (*History, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	history := &History{Carts: map[string]*Cart{}}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for number := 1; lines.Scan(); number++ {
		if err := history.add(lines.Bytes()); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, number, err)
		}
	}
	return history, lines.Err()
}

func (history *History) add(line []byte) error {
	var kind record
	if err := json.Unmarshal(line, &kind); err != nil {
		return err
	}
	switch kind.Type {
	case "cart":
		if kind.Cart == nil || len(kind.Cart.Lines) > maxLines {
			return fmt.Errorf("checkout %s needs a cart of at most %d lines", kind.Checkout, maxLines)
		}
		history.Carts[kind.Checkout] = kind.Cart
	case "fault":
		var fault Fault
		if err := json.Unmarshal(line, &fault); err != nil {
			return err
		}
		history.Faults = append(history.Faults, fault)
	case "call":
		call := &Call{}
		if err := json.Unmarshal(line, call); err != nil {
			return err
		}
		if call.Operation == "payout" && call.Outcome == done {
			call.Payout = call.Answer.ID
		}
		history.Calls = append(history.Calls, call)
	case "run":
		// Seed and settings, which only people read.
	default:
		return fmt.Errorf("unknown record type %q", kind.Type)
	}
	return nil
}

// dyingMicros is the time that a killed process takes to end.
const dyingMicros = 100_000

// diedDuring is true when a process was killed while the call waited for its answer. Only then may a
// command that was answered 503 have taken effect: its process died between the commit and the answer.
func (history *History) diedDuring(call *Call) bool {
	for _, fault := range history.Faults {
		if fault.Kind == "kill" && fault.At <= call.End && fault.At+dyingMicros >= call.Start {
			return true
		}
	}
	return false
}
