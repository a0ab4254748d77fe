internal import CFFmpeg
package import MediaSyntax

extension StreamSideData {
    /// Where in a frame those of two eyes lie, as a box of movies (`st3d`, Google's Spherical Video V2); `nil` where this is something else, or a
    /// layout that the box cannot name.
    package var stereoBox: MovieBox? {
        guard isStereo, bytes.count >= MemoryLayout<AVStereo3D>.size else { return nil }
        let stereo = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: AVStereo3D.self) }
        let modes = [AV_STEREO3D_2D, AV_STEREO3D_TOPBOTTOM, AV_STEREO3D_SIDEBYSIDE]
        guard stereo.flags & AV_STEREO3D_FLAG_INVERT == 0, let mode = modes.firstIndex(of: stereo.type) else {
            return nil
        }
        return MovieBox(type: "st3d", payload: [0, 0, 0, 0, UInt8(mode)])
    }
}
