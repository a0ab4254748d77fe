internal import FFmpeg
internal import MediaFormats
internal import MediaTime

extension VideoEncoderSettings {
    /// What an encoder is told of frames that are made for it.
    init(
        _ encoding: VideoEncoding,
        _ target: FrameTarget,
        timeBase: TimeBase,
        frameRate: FrameRate?,
        pixelAspect: TimeBase? = nil,
        options: [MetadataEntry] = [],
        fieldOrder: FieldOrder? = nil,
        container: Container
    ) {
        self.init(
            encoder: encoding.codec.traits.encoder,
            width: target.width,
            height: target.height,
            pixelFormat: target.encodedFormat,
            timeBase: timeBase,
            frameRate: frameRate.map { TimeBase($0.numerator, $0.denominator) },
            sampleAspectRatio: pixelAspect,
            colour: target.colour,
            options: encoding.codec.options(quality: encoding.quality, preset: encoding.preset) + options,
            needsGlobalHeader: ContainerFormat(named: container.traits.muxer)?.needsGlobalHeader ?? false,
            fieldOrder: fieldOrder
        )
    }
}
