internal import DequeModule

/// A queue between two stages that run side by side: who fills it waits while it is full, who empties it waits while
/// it is empty, so that memory does not grow with the length of the file.
package final class BoundedQueue<Element: ~Copyable & Sendable>: Sendable {
    private struct Entry: ~Copyable {
        let element: Element
        let weight: Int
    }

    private struct State: ~Copyable {
        var entries: RigidDeque<Entry>
        /// What all entries weigh.
        var weight = 0
        /// No more elements come; what is there is still taken.
        var isFinished = false
        /// Nobody wants the elements any more.
        var isCancelled = false
    }

    private let monitor: Monitor<State>
    private let capacity: Int
    private let mostWeight: Int

    /// A queue for a number of elements, which weigh no more than `mostWeight` together; but one may always be there, whatever it
    /// weighs.
    package init(capacity: Int, mostWeight: Int = .max) {
        precondition(capacity > 0, "a queue holds something")
        self.capacity = capacity
        self.mostWeight = mostWeight
        monitor = Monitor(State(entries: RigidDeque(capacity: capacity)))
    }

    /// Adds an element of a weight, when there is room.
    ///
    /// - Throws: ``Cancelled`` when the other side has gone.
    package func append(_ element: consuming Element, weighing weight: Int = 0) throws(Cancelled) {
        var pending: Entry? = Entry(element: element, weight: weight)
        let isAccepted = monitor.wait { state -> Bool? in
            if state.isCancelled { return false }
            let hasRoom = state.entries.count < capacity && weight <= mostWeight - state.weight
            guard hasRoom || state.entries.isEmpty else { return nil }
            if let entry = pending.take() { state.entries.append(entry) }
            state.weight += weight
            return true
        }
        if !isAccepted { throw Cancelled() }
    }

    /// Adds an element where there is room, and says whether there was; never waits. When the other side has gone, there is
    /// none.
    package func offer(_ element: consuming Element) -> Bool {
        var pending: Entry? = Entry(element: element, weight: 0)
        return monitor.withLock { state in
            guard !state.isCancelled, state.entries.count < capacity, let entry = pending.take() else { return false }
            state.entries.append(entry)
            return true
        }
    }

    /// Takes the oldest element; `nil` when there are none and none will come.
    ///
    /// - Throws: ``Cancelled`` when the whole work is given up.
    package func next() throws(Cancelled) -> Element? {
        let taken = monitor.wait { state -> Taken<Element>? in
            if state.isCancelled { return .cancelled }
            if let entry = state.entries.popFirst() {
                state.weight -= entry.weight
                return .element(entry.element)
            }
            return state.isFinished ? .finished : nil
        }
        switch consume taken {
        case .element(let element): return element
        case .finished: return nil
        case .cancelled: throw Cancelled()
        }
    }

    /// Says that no more elements come.
    package func finish() { monitor.withLock { $0.isFinished = true } }

    /// Cancels the work. Threads that wait get ``Cancelled``.
    package func cancel() { monitor.withLock { $0.isCancelled = true } }
}

private enum Taken<Element: ~Copyable>: ~Copyable {
    case element(Element)
    case finished
    case cancelled
}

/// The work was given up, by the user or because another stage failed. Not the cause of anything.
package struct Cancelled: Error {
    package init() {}
}
