import FFmpeg
import TestSupport
import Testing

/// What encoded frames say of their fields.
@Suite struct FieldOrderTests {
    @Test(arguments: [FieldOrder.upperFirst, .lowerFirst], ["", "pic-struct=1"])
    func `The headers of H.264 agree with the order of its fields`(order: FieldOrder, parameters: String) throws {
        let scratch = try ScratchDirectory()
        var clip = InterlacedClip()
        clip.order = order
        if !parameters.isEmpty { clip.options.append(MetadataEntry(key: "x264-params", value: parameters)) }
        let path = scratch.file("clip.mp4")
        try clip.write(to: path)
        let reader = try ClipReader(path)
        #expect(reader.streams[0].parameters.fieldOrder == order)
    }
}
