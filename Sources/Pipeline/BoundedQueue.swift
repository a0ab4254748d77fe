package import DequeModule

/// A queue between two stages that run side by side: who fills it waits while it is full, who empties it waits while
/// it is empty, so that memory does not grow with the length of the file.
///
/// Threads that wake each other for every element spend their time waking. So who waits is woken only when there is a
/// batch to take, or room for one.
package final class BoundedQueue<Element: ~Copyable & Sendable>: Sendable {
    private struct State: ~Copyable {
        var elements: RigidDeque<Element>
        /// No more elements come; what is there is still taken.
        var isFinished = false
        /// Nobody wants the elements any more.
        var isCancelled = false
        /// The other side has found a batch and takes it to its end.
        var isEmptying = false
        /// It was full, and is until there is room for a batch.
        var isFull = false
    }

    private let monitor: Monitor<State>
    private let capacity: Int
    private let batch: Int

    /// A queue that holds so many elements; a batch of 1 hands each over at once.
    package init(capacity: Int, batch: Int = 1) {
        precondition((1...capacity).contains(batch), "a batch fits into the queue")
        self.capacity = capacity
        self.batch = batch
        monitor = Monitor(State(elements: RigidDeque(capacity: capacity)))
    }

    /// Adds an element, when there is room.
    ///
    /// - Throws: ``Cancelled`` when the other side has gone.
    package func append(_ element: consuming Element) throws(Cancelled) {
        var pending: Element? = consume element
        let isAccepted = monitor.wait { state -> Bool? in
            if state.isCancelled { return false }
            if state.elements.count == capacity { state.isFull = true }
            if state.isFull {
                guard state.elements.count <= capacity - batch else { return nil }
                state.isFull = false
            }
            if let element = pending.take() { state.elements.append(element) }
            return true
        }
        if !isAccepted { throw Cancelled() }
    }

    /// Takes the oldest element; `nil` when there are none and none will come.
    ///
    /// - Throws: ``Cancelled`` when the whole work is given up.
    package func next() throws(Cancelled) -> Element? {
        let taken = monitor.wait { state -> Taken<Element>? in
            if state.isCancelled { return .cancelled }
            if state.elements.count >= batch || state.isFinished { state.isEmptying = true }
            if state.isEmptying, let element = state.elements.popFirst() {
                state.isEmptying = !state.elements.isEmpty || state.isFinished
                return .element(element)
            }
            return state.isFinished ? .finished : nil
        }
        switch consume taken {
        case .element(let element): return element
        case .finished: return nil
        case .cancelled: throw Cancelled()
        }
    }

    /// Takes all elements that are there, oldest first, when there is a batch of them or no more will come; none at the
    /// end. One lock for all of them, and the other side fills the queue anew meanwhile.
    ///
    /// - Throws: ``Cancelled`` when the whole work is given up.
    package func takeAll(into batch: inout RigidDeque<Element>) throws(Cancelled) {
        precondition(batch.isEmpty, "the batch before is not used up")
        let isCancelled = monitor.wait { state -> Bool? in
            if state.isCancelled { return true }
            guard state.elements.count >= self.batch || state.isFinished else { return nil }
            swap(&state.elements, &batch)
            if state.elements.capacity < capacity { state.elements.reallocate(capacity: capacity) }
            return false
        }
        if isCancelled { throw Cancelled() }
    }

    /// Says that no more elements come.
    package func finish() { monitor.withLock { $0.isFinished = true } }

    /// Gives the work up: everybody who waits is told.
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
