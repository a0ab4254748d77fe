/// The part of the source that is still needed. Samples have the index that counts from the first one pushed.
///
/// Before the first sample there is silence, or what would have come before it. After the last one, once the source is complete, there is silence, or
/// what would have followed (``SignalContinuation``).
struct SourceWindow {
    /// The largest magnitude that counts as audio. Larger samples, like not-a-number, become silence: in a spectrum they
    /// would leave the range of single precision.
    private static let loudest: Float = 1e9

    private var channels: [[Float]]
    /// The index of the first sample held.
    private var start: Int64
    /// How many samples at the front of the arrays are no longer needed.
    private var spent = 0

    /// The index after the last sample pushed.
    private(set) var end: Int64
    /// Whether the source has ended.
    private(set) var isComplete = false

    /// What is behind the end, and becomes silence. Empty for silence.
    private var continuations: [[Float]] = []

    /// The index of the first sample pushed.
    private let origin: Int64
    /// What makes up what is before the first sample; `nil` once that is known, and where it is silence.
    private var beginning: SignalContinuation?
    /// What is before the first sample, and grows out of silence. Empty for silence.
    private var leads: [[Float]] = []

    /// A window whose first sample will be that of index `start`. What is before it is made up by `beginning`, once enough of the source is there
    /// for that, and the window reaches nowhere until then. It is silence without it.
    init(channelCount: Int, from start: Int64 = 0, beginning: SignalContinuation? = nil) {
        channels = Array(repeating: [], count: channelCount)
        self.start = start
        self.beginning = beginning
        (origin, end) = (start, start)
    }

    /// A window that holds all of a signal.
    init(whole samples: PlanarSamples) {
        self.init(channelCount: samples.channelCount)
        append(samples)
        complete()
    }

    /// The number of channels.
    var channelCount: Int { channels.count }

    /// Adds a block. Samples that are no audio become silence.
    mutating func append(_ block: PlanarSamples) {
        for channel in channels.indices {
            let old = channels[channel].count
            channels[channel] += block.channels[channel]
            unsafe channels[channel].withUnsafeMutableBufferPointer { samples in
                unsafe Self.silence(whatIsNoAudioIn: samples.extracting(old...))
            }
        }
        end += Int64(block.frameCount)
        if let beginning, end - origin >= Int64(beginning.history) { lead(by: beginning) }
    }

    /// Makes up what is before the first sample, of those that are there. Where something begins with it, that is silence: what is made of
    /// an attack would hide it.
    private mutating func lead(by beginning: SignalContinuation) {
        self.beginning = nil
        let signals = channels.map { $0.dropFirst(spent).prefix(beginning.history) }
        guard !signals.contains(where: beginning.beginsWithAttack) else { return }
        leads = signals.map { beginning($0.reversed()[...]).reversed() }
    }

    /// Written without a branch, so that the compiler makes vector instructions of it.
    private static func silence(whatIsNoAudioIn samples: UnsafeMutableBufferPointer<Float>) {
        for index in samples.indices {
            let sample = unsafe samples[index]
            unsafe samples[index] = sample.magnitude <= loudest ? sample : 0
        }
    }

    /// Says that the source has ended. Where it ends amid what sounds, silence behind that would be a step, which is heard in all of a
    /// spectrum, and in all of a frame. With a continuation there is none.
    mutating func complete(with continuation: SignalContinuation? = nil) {
        isComplete = true
        if let beginning { lead(by: beginning) }
        guard let continuation else { return }
        continuations = channels.map { continuation($0.dropFirst(spent)) }
    }

    /// Whether every sample before `index` is known.
    func reaches(_ index: Int64) -> Bool { beginning == nil && (isComplete || end >= index) }

    /// Frees the samples before `index`.
    mutating func discard(before index: Int64) {
        // What is continued stays.
        let count = Int(max(0, min(index, end - Int64(SignalContinuation.longestHistory)) - start))
        spent += count
        start += Int64(count)
        // The rest is moved only when it is the smaller part: so the cost per sample stays constant.
        guard spent > channels[0].count / 2 else { return }
        for channel in channels.indices { channels[channel].removeFirst(spent) }
        spent = 0
    }

    /// Copies the samples from `index` on into `target`, silence where there are none.
    func copy(channel: Int, from index: Int64, to target: UnsafeMutableBufferPointer<Float>) {
        let first = min(max(start - index, 0), Int64(target.count))
        let last = min(max(end - index, first), Int64(target.count))
        unsafe copyLead(channel, from: index, to: target.extracting(0..<Int(first)))
        unsafe copyContinuation(channel, from: index + last, to: target.extracting(Int(last)..<target.count))
        guard first < last else { return }
        let offset = spent + Int(index + first - start)
        unsafe channels[channel].withUnsafeBufferPointer { samples in
            let part = samples.extracting(offset..<offset + Int(last - first))
            _ = unsafe target.extracting(Int(first)..<Int(last)).update(fromContentsOf: part)
        }
    }

    /// Writes what is before the first sample, from `index` on.
    private func copyLead(_ channel: Int, from index: Int64, to target: UnsafeMutableBufferPointer<Float>) {
        unsafe target.update(repeating: 0)
        guard !leads.isEmpty, index < origin else { return }
        let lead = leads[channel]
        let silent = max(0, Int(origin - index) - lead.count)
        let rest = lead.suffix(Int(min(origin - index, Int64(lead.count))))
        for (place, sample) in zip(target.indices.dropFirst(silent), rest) { unsafe target[place] = sample }
    }

    /// Writes what is behind the end, from `index` on.
    private func copyContinuation(_ channel: Int, from index: Int64, to target: UnsafeMutableBufferPointer<Float>) {
        unsafe target.update(repeating: 0)
        guard !continuations.isEmpty, index >= end else { return }
        let rest = continuations[channel].dropFirst(Int(min(index - end, Int64(continuations[channel].count))))
        for (place, sample) in zip(target.indices, rest) { unsafe target[place] = sample }
    }

    /// Calls `body` with `count` samples from `index` on, silence where there are none.
    func withSamples<Result>(
        channel: Int,
        from index: Int64,
        count: Int,
        _ body: (UnsafeBufferPointer<Float>) -> Result
    ) -> Result {
        guard index < start || index + Int64(count) > end else {
            let offset = spent + Int(index - start)
            return unsafe channels[channel].withUnsafeBufferPointer { samples in
                unsafe body(samples.extracting(offset..<offset + count))
            }
        }
        var padded = Array(repeating: Float(0), count: count)
        unsafe padded.withUnsafeMutableBufferPointer { unsafe copy(channel: channel, from: index, to: $0) }
        return unsafe padded.withUnsafeBufferPointer { unsafe body($0) }
    }
}
