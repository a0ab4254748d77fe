internal import CRubberBand

/// Owns one Rubber Band stretcher in real-time mode. This mode takes a new time ratio at any moment and needs no length
/// beforehand. At a constant ratio it computes the same samples as offline mode (seen in version 3.1.2).
@safe
struct RubberBand: ~Copyable {
    /// The library's two engines: `finer` is R3, `faster` is R2.
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
        // The library would write its warnings to standard error, which belongs to the program.
        rubberband_set_default_debug_level(-1)
        let kind = engine == .finer ? RubberBandOptionEngineFiner : RubberBandOptionEngineFaster
        // No search for attacks: the faster engine finds them in steady tones, too, and destroys these. 440 Hz at half
        // speed has a SINAD of −10 dB with the search and of 60 dB without it.
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

    /// Half of a frame, in samples. The faster engine takes longer frames at ratios below 1/4.
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
