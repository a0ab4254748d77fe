/// What a container says of a stream out of band: how units are laid out in packets, and the parameter sets (ISO/IEC
/// 14496-15).
///
/// What is written again as it was read has the same bytes.
package protocol DecoderConfiguration: BoxContent {
    /// Reads a record, which a box of the type holds, and which libav calls extradata; `nil` where it is cut short.
    init?(record: ArraySlice<UInt8>)

    /// The parameter sets, and what else of units is out of band, in the record's order.
    var units: [ArraySlice<UInt8>] { get }

    /// The record without a box around it.
    var record: [UInt8] { get }

    /// Replaces each unit by what a closure makes of it, in order. One of more than 65,535 bytes has no place in a
    /// record, and the old one stays.
    mutating func replaceUnits(_ replace: (ArraySlice<UInt8>) -> ArraySlice<UInt8>)
}

extension DecoderConfiguration {
    package init?(_ box: MovieBox) { self.init(record: box.payload) }

    package func write(into writer: inout ByteWriter) {
        writer.box(Self.types[0]) { $0.append(record) }
    }
}

extension NALCodec {
    /// Reads the codec's record; `nil` where it is cut short, or the headers are none but between start codes.
    package func configuration(_ record: [UInt8]) -> (any DecoderConfiguration)? {
        switch self {
        case .h264: AVCConfiguration(record: record[...])
        case .hevc: HEVCConfiguration(record: record[...])
        }
    }

    /// Bytes of the length before each unit by the fixed part of the codec's record, even if the rest is damaged; `nil`
    /// where it is no record.
    func lengthSize(inRecord record: [UInt8]) -> Int? {
        let place = self == .h264 ? AVCConfiguration.lengthPlace : HEVCConfiguration.lengthPlace
        guard record.first == 1, record.count > place else { return nil }
        return Int(record[place] & 3) + 1
    }
}

/// Units with the length of each in 16 bits before it, as both records have them.
struct SetList: Hashable, Sendable {
    private(set) var units: [ArraySlice<UInt8>] = []

    /// Reads so many; `nil` where they are not all there.
    init?(_ reader: inout ByteReader, count: Int) {
        for _ in 0..<count {
            guard let length = reader.uint16(), let unit = reader.bytes(Int(length)) else { return nil }
            units.append(unit)
        }
    }

    func write(into writer: inout ByteWriter) {
        for unit in units {
            writer.uint16(UInt16(unit.count))
            writer.append(unit)
        }
    }

    mutating func append(_ unit: ArraySlice<UInt8>) { units.append(unit) }

    mutating func replace(_ replace: (ArraySlice<UInt8>) -> ArraySlice<UInt8>) {
        for index in units.indices {
            let new = replace(units[index])
            if new.count <= UInt16.max { units[index] = new }
        }
    }
}
