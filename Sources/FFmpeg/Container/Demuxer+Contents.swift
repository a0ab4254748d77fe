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
            let copied = try unsafe CodecParameters(copying: parameters)
            let codecDelay = unsafe codecDelay(of: stream, in: context)
            unsafe streams.append(
                StreamInfo(
                    index: index,
                    id: Int(stream.pointee.id),
                    parameters: copied,
                    timeBase: TimeBase(stream.pointee.time_base),
                    startTime: timestamp(stream.pointee.start_time).map { $0 + codecDelay },
                    codecDelay: codecDelay,
                    duration: timestamp(stream.pointee.duration).map { duration in
                        unsafe max(0, max(0, duration) - countedLeadIn(of: stream, copied, in: context))
                    },
                    frameCount: frameCount(of: stream, in: context),
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

    /// What the container says. The header of AVI counts ticks: those for which its index has no frame show the one before.
    private static func frameCount(
        of stream: UnsafeMutablePointer<AVStream>,
        in context: UnsafePointer<AVFormatContext>
    ) -> Int64? {
        let stated = unsafe stream.pointee.nb_frames
        guard stated > 0 else { return nil }
        guard let format = unsafe context.pointee.iformat, unsafe String(cString: format.pointee.name) == "avi",
            unsafe stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        else { return stated }
        let entries = unsafe avformat_index_get_entries_count(stream)
        var (frames, last, longest) = (Int64(0), Int64(-1), Int64(1))
        for place in 0..<entries {
            guard let entry = unsafe avformat_index_get_entry(stream, place)?.pointee, entry.size > 0,
                let time = entry.time
            else { continue }
            frames += 1
            longest = max(longest, time - last)
            last = time
        }
        // An index that ends long before has lost the rest.
        return frames > 0 && last < stated && stated - last <= longest ? frames : stated
    }

    /// How much the decoder of a stream of Matroska leaves out at the beginning, in the stream's ticks, rounded as libavformat does
    /// when it subtracts it from the times of packets (`CodecDelay`). Other demuxers count it in where they state a start.
    private static func codecDelay(
        of stream: UnsafePointer<AVStream>,
        in context: UnsafePointer<AVFormatContext>
    ) -> Int64 {
        guard let format = unsafe context.pointee.iformat,
            unsafe String(cString: format.pointee.name).hasPrefix("matroska"),
            let parameters = unsafe stream.pointee.codecpar,
            unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO
        else { return 0 }
        let (padding, rate) = unsafe (parameters.pointee.initial_padding, parameters.pointee.sample_rate)
        guard padding > 0, rate > 0 else { return 0 }
        return unsafe av_rescale_q(Int64(padding), AVRational(num: 1, den: rate), stream.pointee.time_base)
    }

    /// How much of a stated duration a decoder leaves out at the beginning, in the stream's ticks: pages of Ogg count the samples of Opus
    /// with those, and libavformat takes the last page's number for the duration.
    private static func countedLeadIn(
        of stream: UnsafePointer<AVStream>,
        _ parameters: CodecParameters,
        in context: UnsafePointer<AVFormatContext>
    ) -> Int64 {
        guard let format = unsafe context.pointee.iformat, unsafe String(cString: format.pointee.name) == "ogg",
            let samples = OpusHeader(parameters)?.leadIn
        else { return 0 }
        let unit = AVRational(num: 1, den: OpusHeader.sampleRate)
        return unsafe av_rescale_q(Int64(samples), unit, stream.pointee.time_base)
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
