internal import MediaTime

/// A camera whose raw frames are lent without what a driver puts between rows and behind the last one: so whoever copies,
/// encodes or looks at them need not know of it.
///
/// A frame that is too short for its rows is said to be damaged.
final class PackedStream: CaptureStream {
    private let stream: any CaptureStream
    private let layout: RowLayout
    /// The frame that is lent, where rows are padded.
    private var packed: [UInt8] = []

    /// - Parameters:
    ///   - stream: the camera. The caller does not use it any more.
    ///   - layout: of its frames.
    init(_ stream: any CaptureStream, _ layout: RowLayout) {
        self.stream = stream
        self.layout = layout
    }

    var device: CaptureDeviceInfo { stream.device }
    var mode: CaptureMode { stream.mode }

    func start() throws(CaptureError) { try stream.start() }

    func stop() throws(CaptureError) { try stream.stop() }

    func nextFrame(
        within timeout: RationalTime,
        _ body: (borrowing RawSpan, CapturedFrame) -> Void
    ) throws(CaptureError) -> Bool {
        try stream.nextFrame(within: timeout) { bytes, facts in
            guard bytes.byteCount >= layout.needed else { return body(bytes, facts.damaged) }
            guard layout.isPadded else { return body(bytes.extracting(first: layout.size), facts) }
            packed.removeAll(keepingCapacity: true)
            layout.append(bytes, to: &packed)
            unsafe packed.withUnsafeBytes { unsafe body($0.bytes, facts) }
        }
    }
}
