internal import CFFmpeg

/// What libavformat has found in a container, as values.
extension Demuxer {
    /// What the container says of each stream.
    static func streams(
        of context: UnsafeMutablePointer<AVFormatContext>
    ) throws(FFmpegError) -> [StreamInfo] {
        var streams: [StreamInfo] = []
        for index in 0..<Int(unsafe context.pointee.nb_streams) {
            guard let stream = unsafe context.pointee.streams[index],
                let parameters = unsafe stream.pointee.codecpar
            else { continue }
            unsafe streams.append(
                StreamInfo(
                    index: index,
                    id: Int(stream.pointee.id),
                    parameters: try CodecParameters(copying: parameters),
                    timeBase: TimeBase(stream.pointee.time_base),
                    startTime: timestamp(stream.pointee.start_time),
                    duration: timestamp(stream.pointee.duration),
                    frameCount: stream.pointee.nb_frames > 0 ? stream.pointee.nb_frames : nil,
                    averageFrameRate: TimeBase.optional(stream.pointee.avg_frame_rate),
                    nominalFrameRate: TimeBase.optional(stream.pointee.r_frame_rate),
                    sampleAspectRatio: TimeBase.optional(av_guess_sample_aspect_ratio(context, stream, nil)),
                    metadata: OptionDictionary.pairs(stream.pointee.metadata),
                    disposition: Disposition(rawValue: stream.pointee.disposition),
                    sideData: sideData(of: stream),
                    isHidden: stream.pointee.discard == AVDISCARD_ALL
                )
            )
        }
        return streams
    }

    private static func sideData(of stream: UnsafePointer<AVStream>) -> [StreamSideData] {
        var count: Int32 = 0
        let first = unsafe oc_stream_side_data(stream, &count)
        return unsafe StreamSideData.list(first, Int(count))
    }

    /// In the container's order.
    static func chapters(of context: UnsafeMutablePointer<AVFormatContext>) -> [ChapterInfo] {
        (0..<Int(unsafe context.pointee.nb_chapters)).compactMap { index in
            guard let chapter = unsafe context.pointee.chapters[index] else { return nil }
            return unsafe ChapterInfo(
                timeBase: TimeBase(chapter.pointee.time_base),
                start: chapter.pointee.start,
                end: chapter.pointee.end,
                metadata: OptionDictionary.pairs(chapter.pointee.metadata)
            )
        }
    }
}
