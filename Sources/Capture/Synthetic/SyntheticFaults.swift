package import MediaTime

/// What the synthetic camera does wrong, by the numbers of the scene's frames.
package struct SyntheticFaults: Hashable, Sendable {
    /// One fault.
    package enum Fault: Hashable, Sendable {
        /// The frame does not come, and its number is missing.
        case drop
        /// The frame does not come, and the next one has its number, as when a camera drops before its driver counts.
        case silentDrop
        /// The frame comes later, by this many seconds, and its timestamp says so.
        case late(RationalTime)
        /// The driver marks the frame as damaged.
        case damaged
        /// The frame has the number of the one before.
        case repeatedNumber
        /// The frame and the next one have each other's number.
        case exchangedNumbers
        /// The camera goes instead of delivering the frame.
        case unplug
    }

    private let faults: [Int64: Fault]
    private let silentDrops: [Int64]

    /// The faults of the frames that have one.
    package init(_ faults: [Int64: Fault] = [:]) {
        self.faults = faults
        silentDrops = faults.filter { $0.value == .silentDrop }.map(\.key).sorted()
    }

    /// What is different about a frame.
    struct Effect: Hashable {
        var isDropped = false
        var isUnplugged = false
        var isDamaged = false
        var delay = RationalTime.zero
        /// How far its number is behind that of the scene's frame.
        var numberBehind: Int64 = 0
    }

    /// - Complexity: O(number of silent drops).
    func effect(on number: Int64) -> Effect {
        var effect = Effect()
        effect.numberBehind = Int64(silentDrops.prefix { $0 < number }.count)
        if faults[number - 1] == .exchangedNumbers { effect.numberBehind += 1 }
        switch faults[number] {
        case .drop, .silentDrop: effect.isDropped = true
        case .late(let delay): effect.delay = delay
        case .damaged: effect.isDamaged = true
        case .repeatedNumber: effect.numberBehind += 1
        case .exchangedNumbers: effect.numberBehind -= 1
        case .unplug: effect.isUnplugged = true
        case nil: break
        }
        return effect
    }
}
