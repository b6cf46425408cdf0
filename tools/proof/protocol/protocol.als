/*
 * The path of an effect from the call to the webhook, and the faults on the way.
 *
 * Five places hold state. PostgreSQL survives every fault here; the others may lose all of it at any time.
 *
 *   Database   the books: src/store, one transaction for each command in src/commands
 *   Temporal   updates and runs of workflows: workflows/
 *   Worker     a step in progress, a result that is not reported yet: worker.ts, activities/
 *   Api        calls that wait for an answer: src/temporal/commands.ts, src/http/idempotency.ts
 *   Outside    the state of receivers and the bank: src/partners
 *
 * A trace is a list of steps. In each step one event happens in one place. Alloy tries every order of events.
 * The commands at the end check each promise, and that a planted defect breaks it.
 */
module protocol

/* ---------- Things ---------- */

/** The object that commands compete for: a charge, of which one void may win. Its event owes one row. */
sig Charge { row: disj one Row }

/** A row that owes an effect outside of the books: a delivery, a reserved payout, a pending award. */
sig Row {} { this in Charge.row }

/** A command with its command id: the row of an idempotency claim, src/store/idempotency.ts. */
sig Command { on: one Charge }

/**
 * One call of the API with a command. A repeat under the same Idempotency-Key is another call of the same
 * command.
 */
sig Call { of: one Command }

/** A run of a workflow. A reset or a restart has its own run id. The workflow id is named after the row. */
sig Run {}

/** Done is 200, Refused is a refusal such as `400 auth not voidable`, Unavailable is 503. */
enum Answer { Done, Refused, Unavailable }

/** Defects that can be planted, one at a time. Without one the model is the design. */
enum Defect {
  NoSweep,          -- only the step that wrote a row starts its workflow: no sweep, no reconciliation
  RunIdAsKey,       -- an effect is keyed by the run id, not by its row's id
  EarlyDeadline,    -- the deadline is tested before the transaction, not in it
  NoCommandId,      -- a step that runs again does not recognise its own work
  EarlyAnswer,      -- the API answers 503 before the deadline has passed
  RowApart          -- the row that owes the effect is written after the transaction, not in it
}
one sig Plan { planted: lone Defect }

/* ---------- State ---------- */

one sig Database {
  var effects: Charge -> Call,       -- the calls whose transactions changed the charge
  var owing: set Row,                -- open rows: src/store/obligations.ts
  var late: set Call                 -- calls whose deadline has passed by the database's clock
}
one sig Temporal {
  var taken: set Call,               -- updates that a checkout's workflow has accepted: workflows/checkout.ts
  var results: Call -> Answer,       -- results of updates, in the history
  var running: Run -> Row            -- running workflows, for example webhook:{delivery}: workflows/webhook-delivery.ts
}
one sig Worker {
  var begun: set Call,               -- steps that have begun and have not committed: src/commands/charge.ts
  var held: Call -> Answer,          -- results that are committed and not reported
  var doing: Run -> Row,             -- steps under way for a row. Their run may be gone meanwhile
  var hints: set Row                 -- rows that the dispatcher was asked to start: src/temporal/dispatcher.ts
}
one sig Api {
  var asked: set Call,
  var waiting: set Call,
  var answers: Call -> Answer,
  var cutOff: set Call               -- calls that were under way when a process that had to carry their answer died
}
one sig Outside { var done: Row -> (Row + Run) }  -- effects by their key. The same key again is the same effect

pred databaseStays { Database.effects' = Database.effects and Database.owing' = Database.owing and Database.late' = Database.late }
pred temporalStays { Temporal.taken' = Temporal.taken and Temporal.results' = Temporal.results and Temporal.running' = Temporal.running }
pred workerStays {
  Worker.begun' = Worker.begun and Worker.held' = Worker.held and Worker.doing' = Worker.doing and Worker.hints' = Worker.hints
}
pred apiStays {
  Api.asked' = Api.asked and Api.waiting' = Api.waiting and Api.answers' = Api.answers and Api.cutOff' = Api.cutOff
}
pred outsideStays { Outside.done' = Outside.done }

pred init {
  no Database.effects and no Database.owing and no Database.late
  no Temporal.taken and no Temporal.results and no Temporal.running
  no Worker.begun and no Worker.held and no Worker.doing and no Worker.hints
  no Api.asked and no Api.waiting and no Api.answers and no Api.cutOff
  no Outside.done
}

/* ---------- A command, from the call to the answer ---------- */

/** A caller calls. The API sends the command to the workflow and waits. */
pred ask[c: Call] {
  c not in Api.asked
  Api.asked' = Api.asked + c
  Api.waiting' = Api.waiting + c
  Api.answers' = Api.answers and Api.cutOff' = Api.cutOff
  databaseStays and temporalStays and workerStays and outsideStays
}

/** Temporal takes the update, and starts the checkout's workflow if it does not run: Update-with-Start. */
pred take[c: Call] {
  c in Api.waiting and c not in Temporal.taken and no Temporal.results[c]
  Temporal.taken' = Temporal.taken + c
  Temporal.results' = Temporal.results and Temporal.running' = Temporal.running
  databaseStays and workerStays and apiStays and outsideStays
}

/** A worker begins the step. The early test of the deadline is a defect. */
pred begin[c: Call] {
  c in Temporal.taken and c not in Worker.begun
  Plan.planted = EarlyDeadline implies c not in Database.late
  Worker.begun' = Worker.begun + c
  Worker.held' = Worker.held and Worker.doing' = Worker.doing and Worker.hints' = Worker.hints
  databaseStays and temporalStays and apiStays and outsideStays
}

/** The decision of the step, under the lock of the charge. */
fun verdict[c: Call]: Answer {
  some Database.effects[c.of.on]
    implies (isOwnWork[c] implies Done else Refused)
    else (isTooLate[c] implies Unavailable else Done)
}
pred isOwnWork[c: Call] { c.of in Database.effects[c.of.on].of and Plan.planted != NoCommandId }
pred isTooLate[c: Call] { c in Database.late and Plan.planted != EarlyDeadline }

/** The step's transaction commits: the effect and the row that owes, in one. The worker holds the result. */
pred commit[c: Call] {
  c in Worker.begun
  let charge = c.of.on, writes = (no Database.effects[charge] and verdict[c] = Done) {
    writes implies {
      Database.effects' = Database.effects + charge -> c
      Database.owing' = (Plan.planted = RowApart implies Database.owing else Database.owing + charge.row)
      Worker.hints' = Worker.hints + charge.row
    } else {
      Database.effects' = Database.effects and Database.owing' = Database.owing and Worker.hints' = Worker.hints
    }
  }
  Database.late' = Database.late
  Worker.begun' = Worker.begun - c
  Worker.held' = Worker.held + c -> verdict[c]
  Worker.doing' = Worker.doing
  temporalStays and apiStays and outsideStays
}

/** The worker reports a result. Temporal does not know an update that its store has lost. */
pred report[c: Call, a: Answer] {
  c -> a in Worker.held
  Worker.held' = Worker.held - c -> a
  Temporal.taken' = Temporal.taken - c
  Temporal.results' = (c in Temporal.taken implies Temporal.results + c -> a else Temporal.results)
  Temporal.running' = Temporal.running
  Worker.begun' = Worker.begun and Worker.doing' = Worker.doing and Worker.hints' = Worker.hints
  databaseStays and apiStays and outsideStays
}

/** The API returns the step's answer. */
pred reply[c: Call, a: Answer] {
  c in Api.waiting and c -> a in Temporal.results
  Api.waiting' = Api.waiting - c
  Api.answers' = Api.answers + c -> a
  Api.asked' = Api.asked and Api.cutOff' = Api.cutOff
  databaseStays and temporalStays and workerStays and outsideStays
}

/** The API answers 503. It waits past the deadline, and long enough for a result in flight. */
pred giveUp[c: Call] {
  c in Api.waiting
  Plan.planted = EarlyAnswer or c in Database.late
  no Worker.held[c] and no Temporal.results[c]
  Api.waiting' = Api.waiting - c
  Api.answers' = Api.answers + c -> Unavailable
  Api.asked' = Api.asked and Api.cutOff' = Api.cutOff
  databaseStays and temporalStays and workerStays and outsideStays
}

/** The deadline of a call passes. */
pred passDeadline[c: Call] {
  c in Api.asked - Database.late
  Database.late' = Database.late + c
  Database.effects' = Database.effects and Database.owing' = Database.owing
  temporalStays and workerStays and apiStays and outsideStays
}

/* ---------- A row that owes, until its effect is done ---------- */

/** With RowApart: the row is written by a second transaction, by the process that committed the first. */
pred isRowMissing[w: Row] { Plan.planted = RowApart and w in Worker.hints - Database.owing and no Outside.done[w] }
pred writeRowApart[w: Row] {
  isRowMissing[w]
  Database.owing' = Database.owing + w
  Database.effects' = Database.effects and Database.late' = Database.late
  temporalStays and workerStays and apiStays and outsideStays
}

/** A workflow may be started for the row, and none runs. */
pred isStartable[w: Row] {
  no Temporal.running.w
  w in Database.owing
  Plan.planted = NoSweep implies w in Worker.hints
}

/**
 * The row's workflow is started: after the commit, by the sweep of src/temporal/dispatcher.ts every two seconds, or by
 * src/temporal/reconcile.ts. Its id is named after the row, so at most one runs.
 */
pred start[w: Row, r: Run] {
  isStartable[w] and isFresh[r]
  Temporal.running' = Temporal.running + r -> w
  Worker.hints' = Worker.hints - w
  Temporal.taken' = Temporal.taken and Temporal.results' = Temporal.results
  Worker.begun' = Worker.begun and Worker.held' = Worker.held and Worker.doing' = Worker.doing
  databaseStays and apiStays and outsideStays
}
pred isFresh[r: Run] { no Temporal.running[r] and no Worker.doing[r] and r not in Row.(Outside.done) }

/** A worker begins the step of a workflow that runs, after it has read that the row is open. */
pred isWorkable[w: Row] { some (Temporal.running - Worker.doing).w and w in Database.owing }
pred work[w: Row, r: Run] {
  r -> w in Temporal.running - Worker.doing and w in Database.owing
  Worker.doing' = Worker.doing + r -> w
  Worker.begun' = Worker.begun and Worker.held' = Worker.held and Worker.hints' = Worker.hints
  databaseStays and temporalStays and apiStays and outsideStays
}

/** The step takes effect outside: a POST under the delivery's id, a transfer under the payout's id. */
pred act[w: Row, r: Run] {
  r -> w in Worker.doing
  Outside.done' = Outside.done + w -> (Plan.planted = RunIdAsKey implies r else w)
  databaseStays and temporalStays and workerStays and apiStays
}

/** The step writes that the effect is done, and ends. */
pred isSettleable[w: Row] { some Worker.doing.w and some Outside.done[w] }
pred settle[w: Row, r: Run] {
  r -> w in Worker.doing and some Outside.done[w]
  Database.owing' = Database.owing - w
  Database.effects' = Database.effects and Database.late' = Database.late
  Worker.doing' = Worker.doing - r -> w
  Worker.begun' = Worker.begun and Worker.held' = Worker.held and Worker.hints' = Worker.hints
  temporalStays and apiStays and outsideStays
}

/** A workflow whose row owes nothing ends. */
pred finish[w: Row, r: Run] {
  r -> w in Temporal.running and w not in Database.owing
  Temporal.running' = Temporal.running - r -> w
  Temporal.taken' = Temporal.taken and Temporal.results' = Temporal.results
  databaseStays and workerStays and apiStays and outsideStays
}

/* ---------- Faults ---------- */

/** The worker is killed: steps in progress, results and hints are lost. Temporal reassigns its tasks. */
pred workerDies {
  some Worker.begun + Worker.held.Answer or some Worker.doing or some Worker.hints
  no Worker.begun' and no Worker.held' and no Worker.doing' and no Worker.hints'
  cutOff[Worker.held.Answer]
  databaseStays and temporalStays and outsideStays
}

/** Calls with a step in progress or a result in flight to the API. */
fun carried: set Call { Worker.begun + Worker.held.Answer + Temporal.results.Answer }

/** The answers of these calls may never come, even if a caller waits. */
pred cutOff[calls: set Call] {
  Api.cutOff' = Api.cutOff + (Api.waiting & calls)
  Api.asked' = Api.asked and Api.waiting' = Api.waiting and Api.answers' = Api.answers
}

/** Temporal loses its whole store. Workers go on with the steps that they have begun. */
pred storeIsLost {
  some Temporal.taken + Temporal.results.Answer or some Temporal.running
  no Temporal.taken' and no Temporal.results' and no Temporal.running'
  cutOff[carried]
  databaseStays and workerStays and outsideStays
}

/** The workflow that has taken a call is terminated. */
pred checkoutIsTerminated[c: Call] {
  c in Temporal.taken
  Temporal.taken' = Temporal.taken - c
  Temporal.results' = Temporal.results and Temporal.running' = Temporal.running
  cutOff[c & carried]
  databaseStays and workerStays and outsideStays
}

/** The workflow that has answered a call is reset to a point before it: the step runs again. */
pred checkoutIsReset[c: Call] {
  some Temporal.results[c]
  Temporal.results' = Temporal.results - c -> Answer
  Temporal.taken' = Temporal.taken + c
  Temporal.running' = Temporal.running
  cutOff[c]
  databaseStays and workerStays and outsideStays
}

/** The workflow of a row is terminated. Its step goes on in the worker. */
pred runIsTerminated[w: Row, r: Run] {
  r -> w in Temporal.running
  Temporal.running' = Temporal.running - r -> w
  Temporal.taken' = Temporal.taken and Temporal.results' = Temporal.results
  databaseStays and workerStays and apiStays and outsideStays
}

/** The workflow of a row is reset: a new run repeats its steps. The old run's step goes on in the worker. */
pred runIsReset[w: Row, r, next: Run] {
  r -> w in Temporal.running and isFresh[next]
  Temporal.running' = Temporal.running - r -> w + next -> w
  Temporal.taken' = Temporal.taken and Temporal.results' = Temporal.results
  databaseStays and workerStays and apiStays and outsideStays
}

/** The API process that waits for a call dies: its caller gets no answer. */
pred apiDies[c: Call] {
  c in Api.waiting
  Api.waiting' = Api.waiting - c
  Api.asked' = Api.asked and Api.answers' = Api.answers and Api.cutOff' = Api.cutOff
  databaseStays and temporalStays and workerStays and outsideStays
}

/* ---------- Traces ---------- */

pred nothingHappens { databaseStays and temporalStays and workerStays and apiStays and outsideStays }

pred somethingFails {
  workerDies or storeIsLost
  or (some c: Call | checkoutIsTerminated[c] or checkoutIsReset[c] or apiDies[c])
  or (some w: Row, r: Run | runIsTerminated[w, r] or (some next: Run | runIsReset[w, r, next]))
}

pred somethingMoves {
  (some c: Call | ask[c] or take[c] or begin[c] or commit[c] or giveUp[c] or passDeadline[c])
  or (some c: Call, a: Answer | report[c, a] or reply[c, a])
  or (some w: Row | writeRowApart[w])
  or (some w: Row, r: Run | start[w, r] or work[w, r] or act[w, r] or settle[w, r] or finish[w, r])
}

fact moves {
  always (nothingHappens or somethingMoves or somethingFails)
  -- A pause changes nothing, so only the end of a trace is one. So a trace of N steps covers all shorter ones.
  always (nothingHappens implies after nothingHappens)
}

/** The design from its initial state, and the same with a planted defect. */
pred design { init and no Plan.planted }
pred flawed[d: Defect] { init and Plan.planted = d }

/**
 * Faults end at some time. Then sweep, reconciliation and workers go on: they do all work that is possible.
 */
pred fair {
  eventually always not somethingFails
  all w: Row {
    always eventually (isStartable[w] implies some r: Run | start[w, r])
    always eventually (isWorkable[w] implies some r: Run | work[w, r])
    always eventually ((some Worker.doing.w and no Outside.done[w]) implies some r: Run | act[w, r])
    always eventually (isSettleable[w] implies some r: Run | settle[w, r])
    always eventually (isRowMissing[w] implies writeRowApart[w])
  }
}

/* ---------- Promises ---------- */

/** Nothing lost: a changed charge gets the effect that it owes, and its row finally says so. */
pred nothingLost { fair implies always all c: Charge | some Database.effects[c] implies eventually isSettled[c] }
pred isSettled[c: Charge] { some Outside.done[c.row] and c.row not in Database.owing }

/**
 * Nothing twice: one command changes a charge, one gets 200, and one effect follows, whichever runs worked on
 * it.
 */
pred nothingTwice {
  all c: Charge | lone Database.effects[c] and lone (on.c & (Api.answers.Done).of) and lone Outside.done[c.row]
}

/**
 * A command that changed the charge is never refused, however often its step runs. A 200 is always written.
 */
pred winnerIsAnswered {
  all c: Call {
    c -> Refused in Api.answers implies not hasWon[c.of]
    c -> Done in Api.answers implies hasWon[c.of]
  }
}
pred hasWon[m: Command] { m in Database.effects[m.on].of }

/**
 * 503 means: not done, and will not be done. The exception is a process that died between begin and answer.
 */
pred unavailableMeansNever {
  all c: Call | c -> Unavailable in Api.answers implies c not in Database.effects[Charge] or c in Api.cutOff
}

/**
 * The invariant of the design. It holds at the start, every event keeps it, and it implies the promises. So
 * they hold in traces of any length, and not only in those that are short enough to search.
 */
pred invariant {
  -- A charge is changed once, by a call about it.
  all c: Charge | lone Database.effects[c] and Database.effects[c].of.on in c
  -- A row has one effect, under its own key.
  all w: Row | Outside.done[w] in w
  -- A charge that was changed owes its row until the effect is done.
  all c: Charge | some Database.effects[c] implies c.row in Database.owing or some Outside.done[c.row]
  -- Results are right wherever they are. A late call is not done, and stays late.
  all c: Call | c -> Done in results implies hasWon[c.of]
  all c: Call | c -> Refused in results implies some Database.effects[c.of.on] and not hasWon[c.of]
  all c: Call | c -> Unavailable in Worker.held + Temporal.results implies c in Database.late - Database.effects[Charge]
  all c: Call | c -> Unavailable in Api.answers implies c in Database.late and (c in Database.effects[Charge] implies c in Api.cutOff)
  -- Nothing is done for a call that was not made. A call has one answer.
  Temporal.taken + Worker.begun + results.Answer + Database.effects[Charge] in Api.asked
  Api.waiting in Api.asked - Api.answers.Answer
  all c: Call | lone Api.answers[c]
  -- The result of a call that waits reaches the API, unless a process died.
  all c: Api.waiting - Api.cutOff {
    c in Database.effects[Charge] implies some Worker.held[c] + Temporal.results[c]
    c in Worker.begun + Worker.held.Answer implies c in Temporal.taken or some Temporal.results[c]
  }
}
fun results: Call -> Answer { Worker.held + Temporal.results + Api.answers }

/* ---------- Commands ---------- */

/** The promises in traces of any length: by induction. */
check InvariantHoldsAtStart { design implies invariant } for 2 but 4 Call, 3 Run, exactly 1 steps expect 0
check InvariantIsKept { no Plan.planted and invariant implies after invariant } for 2 but 4 Call, 3 Run, exactly 2 steps expect 0
check InvariantForbidsTwice { invariant implies nothingTwice } for 2 but 4 Call, 3 Run, exactly 1 steps expect 0
check InvariantAnswersWinner { invariant implies winnerIsAnswered } for 2 but 4 Call, 3 Run, exactly 1 steps expect 0
check InvariantKeepsUnavailable { invariant implies unavailableMeansNever } for 2 but 4 Call, 3 Run, exactly 1 steps expect 0

/**
 * "Nothing lost" says that an effect finally happens. No invariant implies that, so every trace is searched.
 */
check NothingLost { design implies nothingLost } for 1 but 2 Run, exactly 11 steps expect 0

/** Longer traces, and the other promises without the induction. Only the full run searches these. */
check NothingLostDeep { design implies nothingLost } for 1 but 2 Run, exactly 14 steps expect 0
check NothingTwiceDeep { design implies always nothingTwice } for 1 but 2 Command, 2 Call, 2 Run, exactly 11 steps expect 0
check WinnerIsAnsweredDeep { design implies always winnerIsAnswered } for 1 but 2 Command, 3 Call, 0 Run, exactly 11 steps expect 0
check UnavailableMeansNeverDeep { design implies always unavailableMeansNever } for 1 but 2 Command, 3 Call, 0 Run, exactly 11 steps expect 0

/** With a planted defect Alloy must find a counterexample. */
check DefectNoSweep { flawed[NoSweep] implies nothingLost } for 1 but exactly 11 steps expect 1
check DefectRowApart { flawed[RowApart] implies nothingLost } for 1 but exactly 11 steps expect 1
check DefectRunIdAsKey { flawed[RunIdAsKey] implies always nothingTwice } for 1 but 2 Run, exactly 11 steps expect 1
check DefectNoCommandId { flawed[NoCommandId] implies always winnerIsAnswered } for 1 but 0 Run, exactly 11 steps expect 1
check DefectEarlyDeadline { flawed[EarlyDeadline] implies always unavailableMeansNever } for 1 but 0 Run, exactly 11 steps expect 1
check DefectEarlyAnswer { flawed[EarlyAnswer] implies always unavailableMeansNever } for 1 but 0 Run, exactly 11 steps expect 1

/** Examples: the design does its work, so no promise holds only because nothing happens. */
run StoreIsLostAndRowIsSettled {
  design and fair and eventually (storeIsLost and some Database.owing)
  some c: Charge | eventually isSettled[c]
} for 1 but 2 Run, exactly 12 steps expect 1
run RepeatFindsWhatWasDone {
  design
  some disj c, d: Call | c.of = d.of and eventually (c -> Unavailable + d -> Done in Api.answers)
} for 1 but 2 Call, 0 Run, exactly 13 steps expect 1
run OneOfTwoVoidsWins {
  design
  some disj c, d: Call | c.of != d.of and eventually (c -> Done + d -> Refused in Api.answers)
} for 1 but 2 Command, 2 Call, 0 Run, exactly 13 steps expect 1
