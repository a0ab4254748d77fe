import FFmpeg
import MediaSyntax
import MediaTime
import TestSupport
import Testing

/// Configuration records, made by hand and by libavformat.
@Suite struct DecoderConfigurationTests {
    @Test(
        arguments: [
            (NALCodec.h264, [0x67, 0x68], true), (.h264, [0x67], false), (.h264, [0x68, 0x09], false),
            (.h264, [], false),
            (.hevc, [0x40, 0x42, 0x44], true), (.hevc, [0x42, 0x44], false),
        ] as [(NALCodec, [UInt8], Bool)]
    )
    func `A record is made where no parameter set is missing`(codec: NALCodec, heads: [UInt8], isMade: Bool) {
        let headers = heads.flatMap { head -> [UInt8] in [0, 0, 0, 1, head, 1, 2, 3] }
        #expect(codec.makesRecord(of: headers) == isMade)
    }

    static let sequence: [UInt8] = [0x67, 0x64, 0, 0x1F, 0xAC]
    static let picture: [UInt8] = [0x68, 0xEB, 0xE3]
    /// avcC: profile and level, four-byte lengths, one SPS, one PPS, and the extension of the high profiles.
    static let avcRecord: [UInt8] =
        [1, 0x64, 0, 0x1F, 0xFF, 0xE1, 0, 5] + sequence + [1, 0, 3] + picture + [0xFD, 0xF8, 0xF8, 0]
    /// hvcC: 21 bytes of profile and layout, four-byte lengths, arrays of VPS, SPS and PPS.
    static let hevcRecord: [UInt8] =
        [1] + Array(repeating: 9, count: 20) + [3, 3]
        + [0xA0, 0, 1, 0, 2, 0x40, 1] + [0xA1, 0, 2, 0, 3, 0x42, 1, 7, 0, 2, 0x42, 2] + [0xA2, 0, 1, 0, 2, 0x44, 1]

    @Test(arguments: [(NALCodec.h264, avcRecord), (.hevc, hevcRecord)])
    func `A record with its units replaced by themselves is the same record`(codec: NALCodec, record: [UInt8]) throws {
        var configuration = try #require(codec.configuration(record))
        configuration.replaceUnits { $0 }
        #expect(configuration.record == record)
        #expect(NALUnits(codec, configuration: record).framing == .lengths(size: 4))
    }

    @Test func `A record gets longer units where they are put, and keeps everything else`() throws {
        var configuration = try #require(AVCConfiguration(record: Self.avcRecord[...]))
        configuration.replaceUnits { $0.first == 0x67 ? [0x67, 1, 2, 3, 4, 5, 6, 7] : $0 }
        let head: [UInt8] = [1, 0x64, 0, 0x1F, 0xFF, 0xE1, 0, 8, 0x67, 1, 2, 3, 4, 5, 6, 7]
        #expect(configuration.record == head + [1, 0, 3] + Self.picture + [0xFD, 0xF8, 0xF8, 0])
        #expect(configuration.pictureParameterSets == [Self.picture[...]])
        // It has no place for this one.
        let before = configuration
        configuration.replaceUnits { _ in Array(repeating: 1, count: 65_536)[...] }
        #expect(configuration == before)
        #expect(HEVCConfiguration(record: Self.hevcRecord[...])?.units.map(\.first) == [0x40, 0x42, 0x42, 0x44])
    }

    @Test(arguments: [(NALCodec.h264, avcRecord.dropLast(4)), (.hevc, hevcRecord[...])])
    func `A record that ends early is refused at every length`(codec: NALCodec, record: ArraySlice<UInt8>) {
        for count in 0..<record.count {
            #expect(codec.configuration(Array(record.prefix(count))) == nil, "\(count) bytes")
        }
    }

    @Test func `Start codes are no record`() {
        #expect(NALUnits(.h264, configuration: [0, 0, 0, 1] + Self.sequence).framing == .startCodes)
        #expect(NALUnits(.h264, configuration: []).framing == .startCodes)
    }

    @Test(arguments: ["mp4", "ts"], [true, false])
    func `HEVC says in its headers that pictures are fields`(container: String, areFields: Bool) throws {
        let scratch = try ScratchDirectory()
        var clip = Clip(container, frames: 8, at: .fps(50), codec: .hevc)
        clip.frames?.repeatsHeaders = container == "ts"
        if areFields { clip.frames?.encoderOptions = "interlace=tff" }
        let parameters = try ClipReader(clip.write(to: scratch)).streams[0].parameters
        #expect(NALUnits(.hevc, configuration: parameters.extradata).havePicturesOfFields == areFields)
    }

    @Test(arguments: [Clip.FrameCodec.h264, .hevc], ["mp4", "mov"])
    func `libavformat's records are written again byte for byte`(codec: Clip.FrameCodec, container: String) throws {
        let scratch = try ScratchDirectory()
        let path = try Clip(container, frames: 4, at: .fps(30), codec: codec).write(to: scratch)
        let parameters = try ClipReader(path).streams[0].parameters
        let name = try #require(NALCodec(rawValue: parameters.codecName))
        let configuration = try #require(name.configuration(parameters.extradata))
        #expect(configuration.record == parameters.extradata)
        #expect(NALUnits(name, configuration: parameters.extradata).framing == .lengths(size: 4))
        if let hevc = configuration as? HEVCConfiguration {
            #expect(HEVCConfiguration.temporalLayers(in: parameters.extradata) == 1)
            let sets = hevc.units.flatMap { [0, 0, 0, 1] + $0 }
            #expect(HEVCConfiguration.temporalLayers(in: sets) == 1)
            #expect(HEVCConfiguration.temporalLayers(in: []) == nil)
            let kinds = hevc.units.compactMap { NALUnitHeader($0, codec: .hevc)?.parameterSet }
            #expect(Set(kinds) == name.neededParameterSets)
        } else if let avc = configuration as? AVCConfiguration {
            let sets = avc.sequenceParameterSets + avc.pictureParameterSets
            #expect(sets.compactMap { ParameterSet($0, codec: .h264)?.kind } == [.sequence, .picture])
            #expect(sets.compactMap { ParameterSet($0, codec: .h264)?.id } == [0, 0])
        }
    }
}
