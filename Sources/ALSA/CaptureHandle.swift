internal import CALSA
internal import Glibc
package import MediaTime

/// An audio device that is opened for recording.
///
/// `@unchecked Sendable`: noncopyable, so one thread at a time uses it.
@safe
package struct CaptureHandle: ~Copyable, @unchecked Sendable {
    /// What the device granted.
    package struct Setup: Hashable, Sendable {
        package let sampleRate: Int
        package let channelCount: Int
        package let format: SampleFormat
    }

    package let device: String
    package let setup: Setup
    private let owner: HandleOwner
    private var pcm: OpaquePointer { unsafe owner.pointer }

    /// Opens a device by ALSA's name for it (`default`, `hw:1,0`), as near to what is wanted as it can, in the first of
    /// some formats that it has.
    package static func open(
        _ device: String,
        sampleRate: Int,
        channelCount: Int,
        formats: [SampleFormat] = SampleFormat.allCases
    ) throws(ALSAError) -> CaptureHandle {
        oc_alsa_silence()
        let owner = try HandleOwner(device)
        let setup = try unsafe configure(owner.pointer, device, sampleRate, channelCount, formats)
        try unsafe stampMonotonically(owner.pointer, device)
        return CaptureHandle(device: device, setup: setup, owner: owner)
    }

    private init(device: String, setup: Setup, owner: HandleOwner) {
        self.device = device
        self.setup = setup
        self.owner = owner
    }

    /// Begins to record, also again.
    package func start() throws(ALSAError) {
        try check(unsafe snd_pcm_prepare(pcm), "prepare", device)
        try check(unsafe snd_pcm_start(pcm), "start", device)
    }

    /// Ends it, what is buffered is dropped.
    package func stop() throws(ALSAError) { try check(unsafe snd_pcm_drop(pcm), "stop", device) }

    /// Begins anew after the buffer ran over.
    package func recover() throws(ALSAError) { try start() }

    /// Waits until there is something to read.
    package func wait(milliseconds: Int) throws(ALSAError) -> Bool {
        try check(unsafe snd_pcm_wait(pcm, Int32(milliseconds)), "wait for", device) > 0
    }

    /// Reads what is there, as many samples of each channel as fit; the channels take turns.
    ///
    /// - Returns: how many, and the instant of the first of them by the monotonic clock; `nil` where the buffer ran over,
    ///   after which ``recover()`` is to be called.
    package func read(into samples: inout [Float]) throws(ALSAError) -> (count: Int, first: RationalTime)? {
        var available: snd_pcm_uframes_t = 0
        var stamp = timespec()
        let status = unsafe snd_pcm_htimestamp(pcm, &available, &stamp)
        if status == -EPIPE { return nil }
        try check(status, "ask", device)
        let room = snd_pcm_uframes_t(samples.count / setup.channelCount)
        let count = unsafe samples.withUnsafeMutableBytes { buffer in
            unsafe snd_pcm_readi(pcm, buffer.baseAddress, min(room, max(1, available)))
        }
        if count == -EPIPE { return nil }
        try check(Int32(clamping: count), "read from", device)
        setup.format.expand(Int(count) * setup.channelCount, in: &samples)
        // The stamp belongs to the newest of the samples that were available.
        let age = Int64(available) * Int64(Self.second) / Int64(setup.sampleRate)
        return (Int(count), RationalTime(Self.credible(stamp) - age, Self.second))
    }

    private static let second: Int32 = 1_000_000_000

    /// A stamp in nanoseconds; the time now where the driver gave none, or an older one than can be.
    private static func credible(_ stamp: timespec) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        let (now, stamped) = (nanoseconds(time), nanoseconds(stamp))
        return (0..<Int64(second)).contains(now - stamped) ? stamped : now
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * Int64(second) + Int64(time.tv_nsec)
    }

    private static func configure(
        _ pcm: OpaquePointer,
        _ device: String,
        _ sampleRate: Int,
        _ channelCount: Int,
        _ formats: [SampleFormat]
    ) throws(ALSAError) -> Setup {
        var parameters: OpaquePointer?
        try check(unsafe snd_pcm_hw_params_malloc(&parameters), "set up", device)
        defer { unsafe snd_pcm_hw_params_free(parameters) }
        var (rate, channels) = (UInt32(sampleRate), UInt32(channelCount))
        var (period, buffer): (UInt32, UInt32) = (periodMicroseconds, bufferMicroseconds)
        try check(unsafe snd_pcm_hw_params_any(pcm, parameters), "set up", device)
        try check(
            unsafe snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED),
            "set up",
            device
        )
        let format = formats.first { unsafe snd_pcm_hw_params_test_format(pcm, parameters, $0.code) == 0 }
        guard let format else {
            throw ALSAError(operation: "get samples that can be read from", device: device, code: -EINVAL)
        }
        try check(unsafe snd_pcm_hw_params_set_format(pcm, parameters, format.code), "get samples from", device)
        try check(unsafe snd_pcm_hw_params_set_rate_near(pcm, parameters, &rate, nil), "set the rate of", device)
        try check(unsafe snd_pcm_hw_params_set_channels_near(pcm, parameters, &channels), "set up", device)
        try check(unsafe snd_pcm_hw_params_set_buffer_time_near(pcm, parameters, &buffer, nil), "set up", device)
        try check(unsafe snd_pcm_hw_params_set_period_time_near(pcm, parameters, &period, nil), "set up", device)
        try check(unsafe snd_pcm_hw_params(pcm, parameters), "set up", device)
        return Setup(sampleRate: Int(rate), channelCount: Int(channels), format: format)
    }

    /// The time of a block, and of the buffer, in microseconds. The buffer is long enough for a busy machine.
    private static let periodMicroseconds: UInt32 = 10_000
    private static let bufferMicroseconds: UInt32 = 500_000

    private static func stampMonotonically(_ pcm: OpaquePointer, _ device: String) throws(ALSAError) {
        var parameters: OpaquePointer?
        try check(unsafe snd_pcm_sw_params_malloc(&parameters), "set up", device)
        defer { unsafe snd_pcm_sw_params_free(parameters) }
        try check(unsafe snd_pcm_sw_params_current(pcm, parameters), "set up", device)
        try check(
            unsafe snd_pcm_sw_params_set_tstamp_mode(pcm, parameters, SND_PCM_TSTAMP_ENABLE),
            "have time stamps from",
            device
        )
        try check(
            unsafe snd_pcm_sw_params_set_tstamp_type(pcm, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC),
            "have time stamps from",
            device
        )
        try check(unsafe snd_pcm_sw_params(pcm, parameters), "set up", device)
    }
}

/// Owns a `snd_pcm_t`.
@safe
private final class HandleOwner: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ device: String) throws(ALSAError) {
        var opened: OpaquePointer?
        let code = unsafe snd_pcm_open(&opened, device, SND_PCM_STREAM_CAPTURE, 0)
        guard code >= 0, let opened = unsafe opened else {
            throw ALSAError(operation: "open", device: device, code: code)
        }
        unsafe pointer = opened
    }

    deinit { unsafe snd_pcm_close(pointer) }
}

/// Throws unless the code is zero or positive, and hands the code on.
@discardableResult
private func check(_ code: Int32, _ operation: String, _ device: String) throws(ALSAError) -> Int32 {
    guard code >= 0 else { throw ALSAError(operation: operation, device: device, code: code) }
    return code
}
