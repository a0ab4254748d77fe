package import MediaTime

/// A microphone that was set up and delivers audio. For cameras it is ``CaptureStream``.
package protocol AudioStream: AnyObject {
    /// Its name, for people.
    var name: String { get }
    /// Samples a second of each channel, by its own clock.
    var sampleRate: Int { get }
    var channelCount: Int { get }

    /// Begins to deliver.
    func start() throws(CaptureError)

    /// Waits for the next block and lends it.
    ///
    /// - Parameters:
    ///   - timeout: how long to wait, in seconds.
    ///   - body: is called once with the samples, the channels' taking turns, full scale being 1, and the instant of the
    ///     first of them by the system's monotonic clock; or not at all. A block that does not follow the one before says
    ///     so by its instant.
    /// - Returns: whether there was a block within that time.
    /// - Throws: ``CaptureError``: `.unplugged` when the microphone has gone; `.reading` for any other fault.
    func nextBlock(
        within timeout: RationalTime,
        _ body: (borrowing Span<Float>, RationalTime) -> Void
    ) throws(CaptureError) -> Bool

    /// Ends the delivery.
    func stop() throws(CaptureError)
}
