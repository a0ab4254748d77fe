/// The timecode that came with a frame of H.264 or HEVC, in its supplemental information.
package enum FrameTimecode: Hashable, Sendable {
    /// H.264: of the fields that are shown, in their order. Where they stand depends on the stream.
    case timestamps([ClockTimestamp?])
    /// HEVC: a whole message (H.265, D.2.27), which every stream can have.
    case message([UInt8])

    /// `payloadType` of HEVC's message.
    private static let messageType = 136
    /// How messages of a stream are laid out whose set says that pictures say how they are shown, and nothing of buffers.
    private static let ownLayout = PictureTiming.Layout(hasStructure: true)

    /// The unit that stands before the frame; `nil` where none does, because the frame has a message of its own for it.
    package var unit: [UInt8]? {
        switch self {
        case .timestamps: nil
        case .message(let message): SupplementalMessages.unit(message, codec: .hevc)
        }
    }

    /// A unit of an encoder of H.264 that says nothing of buffers in its set, but how each picture is shown: with the timecode in its
    /// message. Other units stay.
    ///
    /// - Complexity: O(bytes of the unit).
    package func stamping(_ unit: ArraySlice<UInt8>) -> [UInt8] {
        guard case .timestamps(let stamps) = self, let header = NALUnitHeader(unit, codec: .h264),
            header.isSupplementalInformation
        else { return Array(unit) }
        var isStamped = false
        var messages: [UInt8] = []
        for message in SupplementalMessages(EmulationPrevention.removed(from: unit.dropFirst())) {
            guard message.type == PictureTiming.messageType,
                var timing = PictureTiming(message.content, Self.ownLayout)
            else {
                messages += message.whole
                continue
            }
            for index in timing.timestamps.indices {
                timing.timestamps[index] = index < stamps.count ? stamps[index] : nil
            }
            messages += SupplementalMessages.Message.whole(
                type: PictureTiming.messageType,
                timing.message(Self.ownLayout)
            )
            isStamped = true
        }
        return isStamped ? SupplementalMessages.unit(messages, codec: .h264) : Array(unit)
    }

    /// Whether timecodes of H.264 can be written into messages of a stream with a sequence parameter set.
    package static func canStamp(sequenceSet: ArraySlice<UInt8>) -> Bool {
        SequenceParameters(unit: sequenceSet)?.timing == ownLayout
    }

    /// Reads the timecodes of a stream's packets.
    package struct Reader: Sendable {
        private let units: NALUnits
        /// Of H.264, because messages cannot be read without them.
        private var sets: H264Sets

        /// A reader of a stream, with what the container says of it out of band.
        package init(_ units: NALUnits, configuration: [UInt8]) {
            self.units = units
            sets = units.codec == .h264 ? H264Sets(configuration: configuration) : H264Sets(configuration: [])
        }

        /// Takes the next packet, and returns its frame's timecode; `nil` where it has none.
        ///
        /// - Complexity: O(bytes of the packet) between start codes, otherwise O(bytes before the frame's data).
        package mutating func timecode(of payload: Span<UInt8>) -> FrameTimecode? {
            var cursor = NALUnitCursor(units.framing)
            var timings: [[UInt8]] = []
            var layout: PictureTiming.Layout?
            while let start = cursor.next(in: payload) {
                guard let header = NALUnitHeader(payload, at: start, codec: units.codec) else { continue }
                if header.isSlice {
                    guard units.codec == .h264 else { return nil }
                    layout =
                        layout
                        ?? H264SliceHeader.sequence(
                            H264SliceHeader.bytes(ofSliceAt: start, in: payload)[...],
                            sets
                        )?.timing
                    continue
                }
                guard header.isSupplementalInformation || header.parameterSet != nil,
                    let end = cursor.end(ofUnitAt: start, in: payload), end - start > units.codec.headerSize
                else { continue }
                let unit = (start..<end).map { payload[$0] }
                guard header.isSupplementalInformation else {
                    if units.codec == .h264 { sets.keep(unit[...]) }
                    continue
                }
                let bytes = EmulationPrevention.removed(from: unit.dropFirst(units.codec.headerSize))
                for message in SupplementalMessages(bytes) {
                    switch units.codec {
                    case .hevc: if message.type == messageType { return .message(Array(message.whole)) }
                    case .h264: if message.type == PictureTiming.messageType { timings.append(Array(message.content)) }
                    }
                }
            }
            guard let layout else { return nil }
            // Of both fields, where each is a picture of its own.
            let stamps = timings.flatMap { PictureTiming($0[...], layout)?.timestamps ?? [] }
            return stamps.allSatisfy { $0 == nil } ? nil : .timestamps(stamps)
        }
    }
}
