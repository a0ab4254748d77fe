internal import Export
public import MediaFormats

extension Preset {
    /// This preset, with what another one says where this one says nothing.
    ///
    /// What belongs together is not mixed: a rate of one excludes the ``Preset/conform`` of the other, the edits, zooms and texts
    /// of one replace those of the other, and the quality and the encoder's preset of another codec are left out.
    ///
    /// - Parameters:
    ///   - other: The preset below, whose values are used last.
    ///   - container: That of the result, which has a codec of its own where nothing else names one.
    /// - Returns: Both in one.
    public func filled(from other: Preset, for container: Container) -> Preset {
        var filled = self
        if summary.isEmpty { filled.summary = other.summary }
        if rate == nil, conform == nil { (filled.rate, filled.conform) = (other.rate, other.conform) }
        filled.trim = trim ?? other.trim
        if edits.isEmpty { filled.edits = other.edits }
        filled.times = times ?? other.times
        filled.isBoomerang = isBoomerang ?? other.isBoomerang
        filled.timing = timing ?? other.timing
        filled.plays = plays ?? other.plays
        filled.pitch = pitch ?? other.pitch
        filled.mutesReversed = mutesReversed ?? other.mutesReversed
        filled.delivery = delivery ?? other.delivery
        filled.crop = crop ?? other.crop
        filled.flip = flip ?? other.flip
        filled.turn = turn ?? other.turn
        filled.size = size ?? other.size
        filled.fit = fit ?? other.fit
        filled.deinterlacing = deinterlacing ?? other.deinterlacing
        filled.inBetween = inBetween ?? other.inBetween
        filled.stabilisation = stabilisation ?? other.stabilisation
        filled.filter = filter ?? other.filter
        if zooms.isEmpty { filled.zooms = other.zooms }
        if texts.isEmpty { filled.texts = other.texts }
        filled.burned = burned ?? other.burned
        filled.dynamicRange = dynamicRange ?? other.dynamicRange
        filled.videoCodec = videoCodec ?? other.videoCodec
        // Scales and names are each codec's own. Where high dynamic range is asked to be kept, it is taken to be there.
        let codecs = [filled, other].map { $0.codec(in: container, isHighRange: $0.dynamicRange == .keep) }
        if codecs[0] == codecs[1] {
            filled.quality = quality ?? other.quality
            filled.encoderPreset = encoderPreset ?? other.encoderPreset
        }
        filled.timecode = timecode ?? other.timecode
        filled.audioCodec = audioCodec ?? other.audioCodec
        filled.recording = recording ?? other.recording
        return filled
    }

    /// The codec of encoded frames: the one that is named, else that of what the result is made for, else the container's.
    /// `nil` for a container of audio alone.
    private func codec(in container: Container, isHighRange: Bool) -> VideoCodec? {
        let promise = delivery?.traits
        let promised = isHighRange ? promise?.highRangeVideo : promise?.video
        return videoCodec ?? promised?.codec ?? container.traits.defaultVideo
    }
}
