internal import DequeModule
internal import FFmpeg
internal import MediaSyntax

/// The newest frame of a camera, and those that are needed to decode it: where frames refer to others, all since the last one
/// with which decoding can begin.
struct FrameGroup: ~Copyable {
    private let units: NALUnits?
    private var sets: StreamParameterSets?
    private var references: PictureReferences?
    private var frames = UniqueDeque<QueuedFrame>()
    private var bytes = 0

    /// Of a group that is larger no frame can be decoded any more, in bytes.
    private static let byteLimit = 64 << 20

    /// A group of a camera's frames in a format; it is empty.
    init(_ format: FourCharacterCode) {
        let codec = CameraFormat(format)?.stream
        units = codec.map { NALUnits($0, .startCodes) }
        sets = codec.map { StreamParameterSets($0) }
        references = units.map { PictureReferences(units: $0) }
    }

    /// Adds a frame. The group is empty where that cannot be decoded.
    mutating func add(_ frame: borrowing QueuedFrame) throws(FFmpegError) {
        guard let units else {
            removeAll()
            frames.append(try frame.reference())
            return
        }
        let unit = frame.packet.withPayload { AccessUnit($0, units: units) }
        sets?.add(unit.parameterSets)
        let isStart = unit.frame?.isRandomAccess
        let state = frame.packet.withPayload { references?.take($0, begins: isStart ?? false) }
        guard let isStart else { return }
        if isStart || frame.followsLoss || state == .missing { removeAll() }
        guard isStart && sets?.isComplete == true || !frames.isEmpty else { return }
        let copy = try frame.reference()
        // Its own decoder has not seen those that came before.
        if isStart, let sets { try copy.packet.replacePayload(with: sets.bytes + copy.packet.bytes) }
        bytes += copy.packet.size
        frames.append(copy)
        if bytes > Self.byteLimit { removeAll() }
    }

    private mutating func removeAll() {
        frames.removeAll()
        bytes = 0
    }

    /// What the driver says of the newest frame; `nil` where it cannot be decoded.
    var newest: CapturedFrame? { frames.isEmpty ? nil : frames[frames.count - 1].facts }

    /// The newest frame as the camera delivered it.
    var newestBytes: [UInt8] { frames.isEmpty ? [] : frames[frames.count - 1].packet.bytes }

    /// All of them, in order.
    func forEach(_ body: (borrowing QueuedFrame) throws -> Void) rethrows {
        for index in frames.indices { try body(frames[index]) }
    }
}
