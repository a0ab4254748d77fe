internal import CFFmpeg
package import MediaSyntax

/// A box that says how Dolby Vision's data in the packets of a track is to be read.
package struct DolbyVisionBox: Hashable, Sendable {
    /// `dvcC` for profiles up to 7, `dvvC` up to 10, `dvwC` above.
    package let type: String
    /// What is in the box.
    package let payload: [UInt8]

    /// The box itself.
    package var movieBox: MovieBox {
        MovieBox(type: BoxType(rawValue: type.utf8.reduce(0) { $0 << 8 | UInt32($1) }), payload: payload[...])
    }
}

extension StreamSideData {
    /// The configuration of Dolby Vision as a box ("Dolby Vision Streams Within the ISO Base Media File Format", 3); `nil`
    /// where this is none.
    package var dolbyVisionBox: DolbyVisionBox? {
        guard let record = dolbyVision else { return nil }
        var word = UInt32(record.dv_profile & 0x7F) << 25
        word |= UInt32(record.dv_level & 0x3F) << 19
        word |= UInt32(record.rpu_present_flag & 1) << 18
        word |= UInt32(record.el_present_flag & 1) << 17
        word |= UInt32(record.bl_present_flag & 1) << 16
        word |= UInt32(record.dv_bl_signal_compatibility_id & 0xF) << 12
        let packed = (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
        let type = record.dv_profile > 10 ? "dvwC" : record.dv_profile > 7 ? "dvvC" : "dvcC"
        let head = [record.dv_version_major, record.dv_version_minor] + packed
        return DolbyVisionBox(type: type, payload: head + [UInt8](repeating: 0, count: 24 - head.count))
    }

    /// The profile of Dolby Vision, where its frames have the colours of no other system (5, and 10 of that kind): without the data in
    /// the packets they cannot be shown. `nil` otherwise.
    package var lonelyDolbyVision: UInt8? {
        guard let record = dolbyVision, record.bl_present_flag == 1, record.dv_bl_signal_compatibility_id == 0,
            record.dv_profile == 5 || record.dv_profile == 10
        else { return nil }
        return record.dv_profile
    }

    private var dolbyVision: AVDOVIDecoderConfigurationRecord? {
        guard isDolbyVision, bytes.count >= MemoryLayout<AVDOVIDecoderConfigurationRecord>.size else { return nil }
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe bytes.loadUnaligned(as: AVDOVIDecoderConfigurationRecord.self)
        }
    }
}
