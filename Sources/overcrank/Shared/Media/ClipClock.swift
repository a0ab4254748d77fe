internal import Composition
internal import Export
internal import MediaTime

/// Finds the instants of time expressions in clips that are played one after another.
struct ClipClock {
    /// At least one.
    let inputs: [MediaDescription]
    /// How long all of them last.
    let duration: RationalTime
    /// The instant that `at` stands for.
    let anchor: TimeExpression?

    /// What messages call the clips.
    var name: String { inputs.count == 1 ? inputs[0].path : "all that is played" }

    /// The instant of an expression, from the beginning of the first clip. Frames are counted in the first clip.
    ///
    /// - Throws: ``Failure`` where the clip has no such frame, or no anchor was given.
    func instant(_ expression: TimeExpression) throws -> RationalTime {
        switch expression {
        case .time(let time): return time
        case .frame(let number): return try instant(ofFrame: number)
        case .anchor(let offset): return try anchorInstant() + offset
        }
    }

    private func instant(ofFrame number: Int64) throws -> RationalTime {
        let media = inputs[0]
        guard let video = media.mainVideo else {
            throw Failure(status: .usage, message: "\(media.path) has no video: there is no frame \(number)")
        }
        guard let instant = try FrameLookup(media: media, track: video).instant(ofFrame: number) else {
            throw Failure(status: .usage, message: "\(media.path) has no frame \(number)")
        }
        return instant
    }

    private func anchorInstant() throws -> RationalTime {
        guard let anchor else {
            throw Failure(
                status: .usage,
                message: "a time is relative to the anchor, and no anchor was given",
                hint: "name it: --at 12.4s"
            )
        }
        let instant = try instant(anchor)
        guard instant <= duration else {
            throw Failure(
                status: .usage,
                message: "the anchor \(instant.clock) is not in \(name), which lasts \(duration.clock)"
            )
        }
        return instant
    }
}
