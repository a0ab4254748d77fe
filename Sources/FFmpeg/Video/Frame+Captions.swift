internal import CFFmpeg

extension Frame {
    /// Closed captions that came with the frame: three bytes for each pair of characters (ATSC A/53, part 4, `cc_data`). Empty for
    /// none.
    package var captions: [UInt8] {
        guard let data = unsafe av_frame_get_side_data(pointer, AV_FRAME_DATA_A53_CC),
            let bytes = unsafe data.pointee.data
        else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(data.pointee.size)))
    }

    /// Takes the captions away, from this frame alone and not from others that share its samples.
    package func removeCaptions() { unsafe av_frame_remove_side_data(pointer, AV_FRAME_DATA_A53_CC) }
}
