// Checks recorded histories of the payments API for linearizability.
//
//	checker [-limit 20s] history.jsonl
//
// It prints one JSON object and exits with 0 for any verdict. It exits with 2 for a history that it cannot
// read.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
)

// Part is the verdict on all objects of one kind.
type Part struct {
	Model      string `json:"model"`
	Objects    int    `json:"objects"`
	Operations int    `json:"operations"`
	// Objects that are legal only because a process died between a commit and its answer.
	Excused int   `json:"excused"`
	Millis  int64 `json:"ms"`
}

// Finding is one object whose history no legal order explains, or that took too long to check.
type Finding struct {
	Model  string `json:"model"`
	Object string `json:"object"`
	// Illegal, late (a command answered 503 took effect) or undecided.
	Verdict string `json:"verdict"`
	// Ids of the calls that the longest legal order cannot place.
	Calls []int `json:"calls"`
	// Checkouts among the object's calls that are findings themselves. They explain this finding.
	Follows []string `json:"follows"`
	// Every call of the object, one line each, and the faults around those without an answer.
	History []string `json:"history"`
}

// Verdict is the result of a run, printed as JSON.
type Verdict struct {
	Parts    []Part    `json:"parts"`
	Findings []Finding `json:"findings"`
}

func main() {
	limit := flag.Duration("limit", 20*time.Second, "time to check one object")
	flag.Parse()
	history, err := readHistory(flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	verdict := Verdict{Parts: []Part{}, Findings: []Finding{}}
	bad := map[string]bool{}
	for _, m := range []model{chargeModel(history.Carts), walletModel(history.Carts, history.Calls), balanceModel(history.Carts)} {
		part, findings := check(history, m, searched{limit: *limit, bad: bad})
		verdict.Parts = append(verdict.Parts, part)
		verdict.Findings = append(verdict.Findings, findings...)
		for _, finding := range findings {
			if m.name == "charge" {
				bad[finding.Object] = true
			}
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(verdict); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// check checks every object of one kind, two at a time.
func check(history *History, m model, each searched) (Part, []Finding) {
	began := time.Now()
	objects, calls := partition(m, history.Calls)
	part, findings := Part{Model: m.name, Objects: len(objects)}, []Finding{}
	var lock sync.Mutex
	var group sync.WaitGroup
	slots := make(chan struct{}, 2)
	for _, object := range objects {
		part.Operations += len(calls[object])
		group.Add(1)
		slots <- struct{}{}
		go func() {
			defer group.Done()
			defer func() { <-slots }()
			one := each
			one.calls, one.follows = calls[object], []string{}
			if m.name != "charge" {
				one.follows = charges(one.calls, each.bad)
			}
			verdict, ids := judge(history, m.begin(object, one.calls), one)
			lock.Lock()
			defer lock.Unlock()
			switch verdict {
			case "legal":
			case "excused":
				part.Excused++
			default:
				findings = append(findings, Finding{m.name, object, verdict, ids, one.follows, describe(history, calls[object])})
			}
		}()
	}
	group.Wait()
	part.Millis = time.Since(began).Milliseconds()
	slices.SortFunc(findings, func(one, two Finding) int { return strings.Compare(one.Object, two.Object) })
	return part, findings
}

// charges are the object's checkouts that are findings themselves.
func charges(calls []*Call, bad map[string]bool) []string {
	found := []string{}
	for _, call := range calls {
		if bad[call.Checkout] && !slices.Contains(found, call.Checkout) {
			found = append(found, call.Checkout)
		}
	}
	return found
}

// partition splits the calls by object, in the order in which objects first appear.
func partition(m model, calls []*Call) ([]string, map[string][]*Call) {
	objects, byObject := []string{}, map[string][]*Call{}
	for _, call := range calls {
		for _, object := range m.objects(call) {
			if byObject[object] == nil {
				objects = append(objects, object)
			}
			byObject[object] = append(byObject[object], call)
		}
	}
	return objects, byObject
}

// searched is one object's calls and what limits their search.
type searched struct {
	calls []*Call
	limit time.Duration
	// Checkouts whose own histories are findings, and those of them that the object contains.
	bad     map[string]bool
	follows []string
}

// judge tries the strict reading first. The others only classify the fault, and are skipped where the fault
// of a charge explains this one.
func judge(history *History, m machine, s searched) (string, []int) {
	result, ids := m.search(operations(history, s.calls, strict), s.limit)
	if result == porcupine.Ok {
		return "legal", nil
	}
	if result == porcupine.Unknown {
		return "undecided", ids
	}
	if len(s.follows) > 0 {
		return "illegal", ids
	}
	if relaxed, _ := m.search(operations(history, s.calls, excused), s.limit); relaxed == porcupine.Ok {
		return "excused", nil
	}
	if relaxed, _ := m.search(operations(history, s.calls, lenient), s.limit); relaxed == porcupine.Ok {
		return "late", ids
	}
	return "illegal", ids
}

// describe is the history of an object for people, one line a call, with the faults that were on while a
// call got no answer or 503.
func describe(history *History, calls []*Call) []string {
	lines := []string{}
	for _, call := range byStart(calls) {
		end := fmt.Sprintf("%.3f", float64(call.End)/1e6)
		if call.Outcome == unknown {
			end = "?"
		}
		answer, _ := json.Marshal(call.Answer)
		about := strings.TrimSpace(strings.Join([]string{short("checkout ", call.Checkout), short("shopper ", call.Shopper), short("payout ", call.Payout)}, " "))
		lines = append(lines, fmt.Sprintf("#%d %.3f–%s client %d %s (%s) → %d %s %s", call.ID, float64(call.Start)/1e6, end,
			call.Client, call.Operation, about, call.Status, call.Reason, answer))
		if call.Outcome == done || call.Outcome == refused {
			continue
		}
		for _, fault := range history.Faults {
			if fault.At <= call.End && fault.Until >= call.Start {
				lines = append(lines, fmt.Sprintf("    meanwhile %.3f–%.3f %s %s", float64(fault.At)/1e6, float64(fault.Until)/1e6, fault.Kind, fault.Target))
			}
		}
	}
	return lines
}

// short is the end of an id: the beginning of those that were made at one time is the same.
func short(noun, id string) string {
	if id == "" {
		return ""
	}
	return noun + id[max(0, len(id)-6):]
}
