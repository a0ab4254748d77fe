internal import Glibc
internal import MediaTime

/// The mode of a camera that meets the preferences best, and why.
///
/// Formats that cannot be stored come into question only where they are wished for, and where there are no others. The highest rate wins, or the one nearest to the wished one. Rates that differ by no more than half a percent are
/// the same: 120.101 fps is what a USB camera's unit of 100 ns makes of 120. Of those, most pixels win, then the format
/// that loses least on the way, then the higher rate, then the driver's order.
public struct FormatSelection: Hashable, Sendable {
    /// The mode to ask the camera for.
    public let mode: CaptureMode
    /// Why this one.
    public let reason: String

    /// Chooses.
    ///
    /// - Parameters:
    ///   - formats: what there is.
    ///   - preferences: what is wanted.
    ///   - signal: the size of the signal at a digital connector. Without a wish for a size, frames are as large: any other
    ///     size is scaled or cut. `nil` for cameras.
    /// - Throws: ``CaptureError`` `.unsupported` where no mode meets the preferences. The message lists the modes that there are.
    /// - Complexity: O(number of ranges).
    public init(
        from formats: [CaptureFormat],
        preferences: FormatPreferences,
        signal: FrameSize? = nil
    ) throws(CaptureError) {
        let preferences = preferences.spelled(as: formats)
        let ofSignal = preferences.filled(withSizeOf: signal)
        let signalled = ofSignal == preferences ? [] : Self.candidates(formats, ofSignal)
        let allowed = signalled.isEmpty ? Self.candidates(formats, preferences) : signalled
        if allowed.isEmpty, let supposed = try Self.supposed(formats, preferences, ofSignal) {
            (mode, reason) = supposed
            return
        }
        let storable = preferences.format == nil ? allowed.filter(\.fidelity.isRecordable) : []
        let candidates = storable.isEmpty ? allowed : storable
        guard let best = candidates.min(by: { $0.distance < $1.distance }) else {
            throw CaptureError(.unsupported, Self.refusal(formats, preferences))
        }
        let equals = candidates.filter { $0.distance <= best.distance + Self.sameRate }
        let largest = equals.map(\.mode.size.area).max() ?? 0
        let large = equals.filter { $0.mode.size.area == largest }
        let finest = large.map(\.fidelity).max() ?? best.fidelity
        let fine = large.filter { $0.fidelity == finest }
        let winner = fine.reduce(fine.first ?? best) { $1.mode.frameDuration < $0.mode.frameDuration ? $1 : $0 }
        mode = winner.mode
        reason = Self.reason(
            preferences,
            bySignal: !signalled.isEmpty,
            byStorage: allowed.contains { !$0.fidelity.isRecordable && $0.distance <= best.distance + Self.sameRate }
                && best.fidelity.isRecordable,
            byPixels: large.count < equals.count,
            byFormat: Set(fine.map(\.mode.format)).count < Set(large.map(\.mode.format)).count
        )
    }

    /// ln 1.005: rates that differ by half a percent are the same.
    private static let sameRate = log(1.005)

    private struct Candidate {
        let mode: CaptureMode
        let fidelity: FormatFidelity
        /// From the wish, as the logarithm of the ratio of rates: twice is as far as half. Less is better.
        let distance: Double
    }

    private static func candidates(_ formats: [CaptureFormat], _ preferences: FormatPreferences) -> [Candidate] {
        formats.flatMap { format in
            let fidelity = FormatFidelity(format)
            return format.sizes.filter { preferences.allow(format, $0.size) }.flatMap { entry in
                entry.ranges.map { range in
                    let wish = preferences.frameRate?.frameDuration
                    let duration = wish.map(range.duration(nearest:)) ?? range.minFrameDuration
                    let distance = log(duration.seconds / (wish?.seconds ?? 1))
                    return Candidate(
                        mode: CaptureMode(format: format.code, size: entry.size, frameDuration: duration),
                        fidelity: fidelity,
                        distance: wish == nil ? distance : abs(distance)
                    )
                }
            }
        }
    }

    /// The mode of a camera that lists sizes and no rates: what it delivers is measured when it is locked. Most pixels win, then the
    /// format that loses least on the way.
    private static func supposed(
        _ formats: [CaptureFormat],
        _ preferences: FormatPreferences,
        _ ofSignal: FormatPreferences
    ) throws(CaptureError) -> (CaptureMode, String)? {
        guard formats.allSatisfy({ $0.sizes.allSatisfy(\.ranges.isEmpty) }) else { return nil }
        func entries(_ wish: FormatPreferences) -> [(mode: CaptureMode, fidelity: FormatFidelity)] {
            formats.flatMap { format in
                format.sizes.filter { wish.allow(format, $0.size) }.map { entry in
                    let mode = CaptureMode(
                        format: format.code,
                        size: entry.size,
                        frameDuration: CaptureMode.supposedDuration
                    )
                    return (mode.lasting(CaptureMode.supposedDuration), FormatFidelity(format))
                }
            }
        }
        let signalled = ofSignal == preferences ? [] : entries(ofSignal)
        let all = signalled.isEmpty ? entries(preferences) : signalled
        let storable = all.filter(\.fidelity.isRecordable)
        let best = (storable.isEmpty ? all : storable).reduce(all.first) { best, entry in
            guard let best, storable.isEmpty || best.fidelity.isRecordable else { return entry }
            let (old, new) = (best.mode.size.area, entry.mode.size.area)
            return new > old || new == old && entry.fidelity > best.fidelity ? entry : best
        }
        guard let best else { return nil }
        if let wish = preferences.frameRate {
            throw CaptureError(
                .unsupported,
                "the camera says which sizes it has, but not at which rates: \(wish) fps cannot be asked for"
            )
        }
        return (
            best.mode, "the camera lists no rates; most pixels" + (signalled.isEmpty ? "" : ", the size of the signal")
        )
    }

    private static func reason(
        _ preferences: FormatPreferences,
        bySignal: Bool,
        byStorage: Bool,
        byPixels: Bool,
        byFormat: Bool
    ) -> String {
        let limits = [
            preferences.format.map { "in \($0)" },
            preferences.size.map { "at \($0)" },
            preferences.minimumSize.map { "from \($0) up" },
        ].compactMap(\.self)
        let rate = preferences.frameRate.map { "the nearest to \($0) fps" } ?? "the highest rate"
        var words = [([rate] + limits).joined(separator: " ")]
        if bySignal { words.append("the size of the signal") }
        if byStorage { words.append("a format that can be stored") }
        if byPixels { words.append("most pixels at that rate") }
        if byFormat { words.append("the format that loses least") }
        return words.joined(separator: "; ")
    }

    private static func refusal(_ formats: [CaptureFormat], _ preferences: FormatPreferences) -> String {
        if let code = preferences.format, !formats.contains(where: { $0.code == code }) {
            let codes = formats.map(\.code.description)
            return "the camera has no format \(code), but \(list(codes))"
        }
        let allowed = formats.filter { preferences.format == nil || $0.code == preferences.format }
        let sizes = allowed.flatMap(\.sizes).filter { !$0.ranges.isEmpty }.map(\.size)
        guard !sizes.isEmpty else {
            let known = allowed.flatMap(\.sizes).map(\.size.description)
            return known.isEmpty
                ? "the camera does not say which sizes and rates it has"
                : "the camera has no such frames, but \(list(known)), and does not say at which rates"
        }
        let place = preferences.format.map { " in \($0)" } ?? ""
        if let size = preferences.size, let least = preferences.minimumSize, sizes.contains(size) {
            return "frames of \(size)\(place) are not as large as \(least)"
        }
        let wish =
            preferences.size.map { "no frames of \($0)\(place)" }
            ?? preferences.minimumSize.map { "no frames as large as \($0)\(place)" } ?? "no such mode"
        return "the camera has \(wish), but \(list(sizes.map(\.description)))"
    }

    /// Each once, in their order.
    private static func list(_ names: [String]) -> String {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.joined(separator: ", ")
    }
}
