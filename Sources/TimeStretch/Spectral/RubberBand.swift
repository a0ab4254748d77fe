internal import CRubberBand

/// Owns one Rubber Band stretcher in real-time mode: the mode that takes a new time ratio at any moment and knows
/// nothing of lengths. Given the same ratio it computes what offline mode computes, sample for sample (seen in 3.1.2).
@safe
struct RubberBand: ~Copyable {
    /// Which of the library's engines.
    enum Engine: Sendable { case finer, faster }

    private let state: RubberBandState

    /// - Throws: ``TimeStretchError`` with the code `engine` where the library gives none.
    init(
        _ engine: Engine,
        sampleRate: Int,
        channelCount: Int,
        channelsTogether: Bool,
        timeRatio: Double
    ) throws(TimeStretchError) {
        // Its warnings go to standard error, where a library has nothing to say.
        rubberband_set_default_debug_level(-1)
        let kind = engine == .finer ? RubberBandOptionEngineFiner : RubberBandOptionEngineFaster
        // The faster engine finds attacks in steady tones, too, and leaves nothing of those: 440 Hz at half speed has a
        // SINAD of −10 dB where it looks for attacks and of 60 dB where it does not.
        let options = [
            RubberBandOptionProcessRealTime, RubberBandOptionThreadingNever, RubberBandOptionTransientsSmooth, kind,
            channelsTogether ? RubberBandOptionChannelsTogether : RubberBandOptionChannelsApart,
        ]
        let flags = options.reduce(0) { $0 | RubberBandOptions($1.rawValue) }
        let created = unsafe rubberband_new(UInt32(sampleRate), UInt32(channelCount), flags, timeRatio, 1)
        guard let created = unsafe created else { throw TimeStretchError(.engine, "Rubber Band did not start") }
        unsafe state = created
    }

    deinit { unsafe rubberband_delete(state) }

    /// Half of what a frame spans, in samples. The faster engine takes longer frames at ratios below 1/4.
    var halfWindow: Int { Int(unsafe rubberband_get_preferred_start_pad(state)) }

    /// Forgets all audio; the ratio stays.
    mutating func reset() { unsafe rubberband_reset(state) }

    /// How many samples the next frame waits for.
    var samplesRequired: Int { Int(unsafe rubberband_get_samples_required(state)) }

    /// Target length ÷ source length from the next frame on.
    mutating func setTimeRatio(_ ratio: Double) { unsafe rubberband_set_time_ratio(state, ratio) }

    /// Feeds `count` samples of each channel.
    mutating func process(_ channels: UnsafePointer<UnsafePointer<Float>?>, count: Int) {
        unsafe rubberband_process(state, channels, UInt32(count), 0)
    }

    /// How many samples are ready.
    var available: Int { max(0, Int(unsafe rubberband_available(state))) }

    /// Takes up to `count` samples of each channel.
    mutating func retrieve(_ channels: UnsafePointer<UnsafeMutablePointer<Float>?>, count: Int) -> Int {
        Int(unsafe rubberband_retrieve(state, channels, UInt32(count)))
    }
}
